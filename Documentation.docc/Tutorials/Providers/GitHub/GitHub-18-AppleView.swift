// For Apple's platforms only. The project that made this file is built on Linux: its types were checked there, and it
// wasn't run.
import AuthRuntime
import SwiftUI

/// The client of the whole app. All views share its session.
let client = GitHub.Client(
  clientID: "abc123",
  // The sign-in page hands the callback to the client, so Info.plist needs no URL type for this scheme. For another
  // browser, add the scheme to the app's URL types (CFBundleURLTypes): the system then opens the app with the callback.
  redirect: .url("com.acme.app://callback"),
  environment: AuthEnvironment(
    // Shows the sign-in page in the app's key window. In an app with several windows, pass `anchor`.
    browser: WebAuthenticationBrowser()))

struct SignInView: View {
  @State private var message = ""

  var body: some View {
    VStack {
      Button("Sign in with GitHub") { Task { await signIn() } }
      Text(message)
    }
    .onOpenURL { url in
      // Other URLs open the app too. The client rejects them.
      Task { try? await client.handle(url) }
    }
  }

  private func signIn() async {
    do {
      let grant = try await client.authorize(scopes: [.readUser, .userEmail, .offlineAccess])
      message = "The user agreed; send the \(grant.encoded().count) bytes to your server."
    } catch .cancelled {
      message = ""
    } catch {
      message = error.recovery.description
    }
  }
}
