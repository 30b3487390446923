// For Apple platforms only. This file was type-checked on Linux, but not run on Apple platforms.
import AuthRuntime
import SwiftUI

/// The app's only client. All views share its session.
let client = GitHub.Client(
  clientID: "abc123",
  // The sign-in page passes the callback to the client, so Info.plist doesn't need a URL type for this scheme. For
  // another browser, add the scheme to the app's URL types (CFBundleURLTypes). The system then opens the app with the
  // callback.
  redirect: .url("com.acme.app://callback"),
  environment: AuthEnvironment(
    // Shows the sign-in page in the app's key window. In an app with several windows, pass `anchor`.
    browser: WebAuthenticationBrowser()))

@main struct AcmeApp: App {
  var body: some Scene {
    WindowGroup { SignInView() }
  }
}

struct SignInView: View {
  @State private var message = ""

  var body: some View {
    VStack {
      Button("Sign in with GitHub") { Task { await signIn() } }
      Text(message)
    }
    .onOpenURL { url in
      // Other URLs also open the app. The client rejects them.
      Task { try? await client.handle(url) }
    }
  }

  private func signIn() async {
    do {
      let grant = try await client.authorize(scopes: [.readUser, .userEmail, .offlineAccess])
      message = "The user agreed. Send the \(grant.encoded().count) bytes to your server."
    } catch .cancelled {
      message = ""
    } catch {
      message = error.recovery.description
    }
  }
}
