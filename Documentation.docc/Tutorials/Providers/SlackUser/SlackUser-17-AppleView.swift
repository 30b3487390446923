// For Apple's platforms only. This file was parsed and not run: the project that made it is built on Linux.
import AuthRuntime
import SwiftUI

struct SignInView: View {
  @State private var message = ""

  private let client = SlackUser.Client(
    clientID: "abc123",
    redirect: .url(URL(string: "com.acme.app://callback")!))

  var body: some View {
    VStack {
      Button("Sign in with Slack for users") { Task { await signIn() } }
      Text(message)
    }
    .onOpenURL { url in
      Task { try? await client.handle(url) }
    }
  }

  private func signIn() async {
    do {
      let user = try await client.signIn()
      message = "Signed in as \(user.id)"
    } catch {
      message = "\(error.recovery)"
    }
  }
}
