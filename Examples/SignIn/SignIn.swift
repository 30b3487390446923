import ArgumentParser
import AuthRuntime
import Foundation

/// Signs in with the generated clients, refreshes, and signs out. `scripts/demo` generates them into `Generated/`.
@main
struct SignIn: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Sign in to your own tenant with a generated client.",
    subcommands: [WithAuth0.self, WithScalekit.self])
}

struct WithAuth0: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "auth0")

  @Option(help: "The registered client ID.")
  var clientID: String

  @Option(help: "Your tenant's domain.")
  var domain: String

  @Option(help: "The identifier of an API, to request a token for it.")
  var audience: String?

  func run() async throws {
    let client = Auth0.Client(domain: domain, clientID: clientID, redirect: .loopback())
    do {
      let user = try await client.signIn(
        scopes: [.openid, .profile, .email, .offlineAccess], audience: audience)
      greet(user, organization: user.organizationID)
      report(try await client.refresh())
      try await client.signOut(federated: false)
      print("signed out")
    } catch {
      print("sign-in failed: \(error) → \(error.recovery)")
      throw ExitCode.failure
    }
  }
}

struct WithScalekit: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "scalekit")

  @Option(help: "The registered client ID.")
  var clientID: String

  @Option(help: "The host of your environment's URL.")
  var environment: String

  @Option(help: "The organization to sign in to.")
  var organization: String?

  func run() async throws {
    let client = Scalekit.Client(environmentHost: environment, clientID: clientID, redirect: .loopback())
    do {
      let user = try await client.signIn(
        scopes: [.openid, .profile, .email, .offlineAccess], organizationID: organization)
      greet(user, organization: user.organizationID)
      report(try await client.refresh())
      try await client.signOut()
      print("signed out")
    } catch {
      print("sign-in failed: \(error) → \(error.recovery)")
      throw ExitCode.failure
    }
  }
}

/// Shows typed claims: the standard claims from the protocols, and the organization from the descriptor.
private func greet(_ user: some ProfileClaims & EmailClaims, organization: String?) {
  print("hello \(user.name ?? "you"), email \(user.email ?? "-"), organization \(organization ?? "-")")
  print("subject \(user.subject), issued by \(user.claims.issuer ?? "unknown")")
}

/// Shows when the access token expires. The tokens themselves are secrets and never printed.
private func report(_ credential: Credential) {
  let expiry = credential.expiresAt.map { $0.formatted(.iso8601) } ?? "at an unknown time"
  print("refreshed; the new access token expires \(expiry)")
}
