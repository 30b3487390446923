import ArgumentParser
import AuthRuntime
import Foundation
import TimesheetsAuth

/// The desktop app of the guide. It signs in, shows the profile, and uses the API with the user's permissions.
@main
struct TimesheetsApp: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "timesheets", abstract: "Show your timesheets and add to them.")

  @Option(help: "Your tenant's domain.")
  var domain: String

  @Option(help: "The registered client ID.")
  var clientID: String

  @Option(help: "The API's identifier in Auth0.")
  var audience: String

  @Option(help: "The API's URL.")
  var api = "http://127.0.0.1:8080"

  @Flag(help: "Don't request the permission to add timesheets.")
  var onlyRead = false

  @Option(help: "Trust only the certificate authorities in this PEM file.")
  var trustRoot: String?

  func run() async throws {
    let client = Auth0.Client(
      domain: domain, clientID: clientID, redirect: .loopback(), environment: try environment())
    do {
      let user = try await client.signIn(scopes: scopes, audience: audience)
      show(user)
      try await work(with: client)
      _ = try await client.refresh()
      print("the access token was refreshed; \(try await timesheets(with: client).count) timesheets")
      try await client.revokeTokens()
      try await client.signOut()
      print("signed out")
    } catch {
      print("failed: \(error) → \(error.recovery)")
      throw ExitCode.failure
    }
  }

  private var scopes: [Auth0.Scope] {
    let allowed: [Auth0.Scope] = onlyRead ? [.readTimesheets] : [.createTimesheets, .readTimesheets]
    return allowed + [.openid, .profile, .email, .offlineAccess]
  }

  private func show(_ user: Auth0.User) {
    print("hello \(user.name ?? user.nickname ?? "you"), email \(user.email ?? "-")")
    print("picture \(user.picture?.absoluteString ?? "-"), updated \(user.updatedAt?.formatted(.iso8601) ?? "-")")
    print("user \(user.userID ?? user.subject), application \(user.applicationID ?? clientID)")
    print("created \(user.createdAt?.formatted(.iso8601) ?? "-"), department \(user.department ?? "-")")
  }

  /// Offers only the actions that the user has allowed.
  private func work(with client: Auth0.Client) async throws(Auth0.Failure) {
    let granted = Set(try await client.credential()?.scopes ?? [])
    if granted.contains(Auth0.Scope.createTimesheets.rawValue) {
      print("added timesheet \(try await add(with: client))")
    } else {
      print("can't add timesheets: the user didn't allow it")
    }
    if granted.contains(Auth0.Scope.readTimesheets.rawValue) {
      for sheet in try await timesheets(with: client) { print("timesheet \(sheet)") }
    }
  }

  private func timesheets(with client: Auth0.Client) async throws(Auth0.Failure) -> [String] {
    let (body, response) = try await client.data(from: api + "/timesheets")
    let sheets = JSONValue(parsing: body)?.array ?? []
    guard response.status == .ok else {
      return ["status \(response.status.code): \(String(decoding: body, as: UTF8.self))"]
    }
    return sheets.map { sheet in
      let fields = sheet.object ?? [:]
      return
        "\(fields["id"]?.spelling ?? "?"): \(fields["date"]?.spelling ?? "?"), \(fields["hours"]?.spelling ?? "?") h"
    }
  }

  /// Adds an entry. It's always the same entry, as in the guide.
  private func add(with client: Auth0.Client) async throws(Auth0.Failure) -> String {
    let entry = #"{"date":"2026-11-21","project":"StoreZero","hours":8}"#
    guard let url = URL(string: api + "/timesheets") else { return "nowhere" }
    let request = HTTPRequest(method: .post, url: url, headerFields: [.contentType: "application/json"])
    let (body, response) = try await client.data(for: request, body: Data(entry.utf8))
    let id = JSONValue(parsing: body)?.object?["id"]?.spelling
    return id ?? "not: status \(response.status.code), \(String(decoding: body, as: UTF8.self))"
  }

  private func environment() throws -> AuthEnvironment {
    #if canImport(Darwin)
      return .default
    #else
      guard let trustRoot else { return .default }
      return AuthEnvironment(transport: try AsyncHTTPTransport(trustRoot: URL(fileURLWithPath: trustRoot)))
    #endif
  }
}
