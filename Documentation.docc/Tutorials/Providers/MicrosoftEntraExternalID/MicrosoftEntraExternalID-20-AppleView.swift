// For Apple's platforms only. This file was parsed and not run: the project that made it is built on Linux.
import AuthRuntime
import SwiftUI

struct SignInView: View {
  @State private var message = ""

  private let client = MicrosoftEntraExternalID.Client(
    tenant: "8eaef023-2b34-4da1-9baa-8bc8c9d6a490",
    clientID: "abc123",
    redirect: .url(URL(string: "msauth.com.acme.app://auth")!))

  var body: some View {
    VStack {
      Button("Sign in with Microsoft Entra External ID") { Task { await signIn() } }
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
