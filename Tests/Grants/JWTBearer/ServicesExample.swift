import AuthRuntime
import Foundation

// The examples of the article on services and machines, compiled and run. A test compares them.

func clientCredentialsExample(vault: Vault.Client) async throws -> Data {
  // credentials begins
  let token = try await vault.clientCredential(scopes: [.readTimesheets])
  let request = HTTPRequest(
    method: .get, scheme: "https", authority: "api.example.com", path: "/timesheets")
  let (timesheets, _) = try await vault.data(for: request, with: token)
  // credentials ends
  return timesheets
}

func serviceAccountExample(vault: Vault.Client, path: String) async throws -> [Credential] {
  // account begins
  let file = Secret(try String(contentsOfFile: path, encoding: .utf8))
  let account = ServiceAccount.json(file)
  let own = try await vault.serviceCredential(of: account, scopes: [.readTimesheets])
  let ada = try await vault.serviceCredential(
    of: account, scopes: [.readTimesheets], subject: "ada@acme.example")
  // account ends
  return [own, ada]
}

func accountKeyExample(pem: Secret, signer: any JWTSigning) -> [ServiceAccount] {
  // keys begins
  let certificate = ServiceAccount.key(.pem(pem, algorithm: .rs256))
  let hardware = ServiceAccount.key(.signer(signer), issuer: "robot@acme.example")
  // keys ends
  return [certificate, hardware]
}

func workloadExample(vault: Vault.Client, path: String) async throws -> Secret {
  // workload begins
  let workload = SubjectToken.file(path)
  let token = try await vault.exchange(.machine(subject: workload, audience: "https://api.example.com"))
  print("expires at", token.expiresAt?.description ?? "an unknown time")
  // workload ends
  return token.token
}

func platformExample() -> [SubjectToken] {
  // platforms begins
  let kubernetes = SubjectToken.file("/var/run/secrets/tokens/vault")
  let github = SubjectToken.request(
    .environment("ACTIONS_ID_TOKEN_REQUEST_URL"), query: ["audience": "https://vault.example"],
    bearer: .environment("ACTIONS_ID_TOKEN_REQUEST_TOKEN"), token: "value")
  let azure = SubjectToken.request(
    "http://169.254.169.254/metadata/identity/oauth2/token",
    query: ["api-version": "2018-02-01", "resource": "api://vault"], headers: ["Metadata": "true"],
    token: "access_token")
  let google = SubjectToken.request(
    "http://169.254.169.254/computeMetadata/v1/instance/service-accounts/default/identity",
    query: ["audience": "https://vault.example"], headers: ["Metadata-Flavor": "Google"])
  // platforms ends
  return [kubernetes, github, azure, google]
}

func delegationExample(vault: Vault.Client, workload: SubjectToken) async throws -> [Secret] {
  // delegation begins
  let google = try await vault.exchange(.vault(connection: "google-oauth2"))
  let billing = try await vault.exchange(
    .delegate(actor: workload, resource: "https://billing.example.com"))
  // delegation ends
  return [google.token, billing.token]
}
