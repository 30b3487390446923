// For Apple platforms only. This file was type-checked on Linux, but not run on Apple platforms.
import AuthRuntime
import SwiftUI

/// The app's only client. All views share its session.
let client = Slack.Client(
  clientID: "abc123",
  // The sign-in page passes the callback to the client, so Info.plist doesn't need a URL type for this scheme. For
  // another browser, add the scheme to the app's URL types (CFBundleURLTypes). The system then opens the app with the
  // callback.
  redirect: .url("com.acme.app://callback"),
  environment: AuthEnvironment(
    // Shows the sign-in page in the app's key window. In an app with several windows, pass `anchor`.
    browser: WebAuthenticationBrowser(),
    // Saves the session for the next launch.
    store: KeychainStore(service: "com.acme.app.auth")))

@main struct AcmeApp: App {
  /// The state of the session. The app owns it, and its views share it.
  @StateObject private var session = AuthModel(client)

  var body: some Scene {
    WindowGroup { SignInView().environmentObject(session) }
  }
}

struct SignInView: View {
  @EnvironmentObject private var session: AuthModel<Slack>
  @Environment(\.scenePhase) private var scenePhase

  var body: some View {
    VStack {
      switch session.state {
      case .unknown, .signingIn:
        ProgressView()
      case .signedOut:
        Button("Sign in with Slack") { Task { await signIn() } }
      case .signedIn(let user):
        Text("Signed in as \(user.id)")
      }
      // This is nil if the user closed the sign-in page.
      if let failure = session.failure {
        Text(failure.recovery.description)
      }
    }
    .task(id: scenePhase) {
      // An extension of the app may have changed the session.
      if scenePhase == .active { await session.refreshState() }
    }
    .onOpenURL { url in
      // Other URLs also open the app. The client rejects them.
      Task { try? await client.handle(url) }
    }
  }

  private func signIn() async {
    await session.signIn { client in
      try await client.signIn()
    }
  }
}
