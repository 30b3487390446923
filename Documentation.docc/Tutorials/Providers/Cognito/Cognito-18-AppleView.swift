// For Apple's platforms only. This file was parsed and not run: the project that made it is built on Linux.
import AuthRuntime
import SwiftUI

struct SignInView: View {
  @State private var message = ""

  private let client = Cognito.Client(
    region: "eu-central-1",
    userPoolID: "eu-central-1_AbCdEf123",
    domain: "acme.auth.eu-central-1.amazoncognito.com",
    clientID: "abc123",
    redirect: .url(URL(string: "com.acme.app://callback")!))

  var body: some View {
    VStack {
      Button("Sign in with Amazon Cognito") { Task { await signIn() } }
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
