// For Apple's platforms only. The project that made this file is built on Linux: its types were checked there, and it
// wasn't run.
import AuthRuntime
import SwiftUI

/// The client of the whole app. All views share its session.
let client = MicrosoftEntraExternalID.Client(
  tenant: "8eaef023-2b34-4da1-9baa-8bc8c9d6a490",
  clientID: "abc123",
  // The sign-in page hands the callback to the client, so Info.plist needs no URL type for this scheme. For another
  // browser, add the scheme to the app's URL types (CFBundleURLTypes): the system then opens the app with the callback.
  redirect: .url("msauth.com.acme.app://auth"),
  environment: AuthEnvironment(
    // Shows the sign-in page in the app's key window. In an app with several windows, pass `anchor`.
    browser: WebAuthenticationBrowser(),
    // Keeps the session when the app is closed.
    store: KeychainStore(service: "com.acme.app.auth")))

struct SignInView: View {
  @StateObject private var model = AuthModel(client)
  @Environment(\.scenePhase) private var scenePhase

  var body: some View {
    VStack {
      switch model.state {
      case .unknown, .signingIn:
        ProgressView()
      case .signedOut:
        Button("Sign in with Microsoft Entra External ID") { Task { await signIn() } }
      case .signedIn(let user):
        Text("Signed in as \(user.id)")
      }
      // It is nil if the user has closed the sign-in page.
      if let failure = model.failure {
        Text(failure.recovery.description)
      }
    }
    .task(id: scenePhase) {
      // Another process of the app may have changed the session.
      if scenePhase == .active { await model.refreshState() }
    }
    .onOpenURL { url in
      // Other URLs open the app too. The client rejects them.
      Task { try? await client.handle(url) }
    }
  }

  private func signIn() async {
    await model.signIn { client in
      try await client.signIn(scopes: [.openid, .profile, .email, .offlineAccess])
    }
  }
}
