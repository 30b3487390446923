import Foundation
import TestSupport
import Testing

@Suite struct `The command authgen import` {
  private static let document = """
    {"issuer": "https://login.acme.example", "authorization_endpoint": "https://login.acme.example/a",
     "token_endpoint": "https://login.acme.example/t", "jwks_uri": "https://login.acme.example/k",
     "subject_types_supported": ["public"], "id_token_signing_alg_values_supported": ["ES256"]}
    """

  @Test func `authgen import writes a descriptor that authgen validate accepts`() async throws {
    try await withWorkspace(["pasted.json": Self.document]) { workspace in
      let result = try await authgen("import", "pasted.json", in: workspace)
      #expect(result.status == 0 && result.output == "")
      #expect(
        result.errors
          == "wrote acme.yaml; complete the lines marked TODO, then run: authgen validate acme.yaml\n")
      let valid = try await authgen("validate", "acme.yaml", in: workspace)
      #expect(valid.status == 0, "\(valid.errors)")
    }
  }

  @Test func `authgen import names the draft after --output, --id, and --name`() async throws {
    try await withWorkspace(["pasted.json": Self.document]) { workspace in
      #expect(try await authgen("import", "pasted.json", "--output", "login.yaml", in: workspace).status == 0)
      let text = try String(contentsOf: workspace.folder.appendingPathComponent("login.yaml"), encoding: .utf8)
      #expect(text.contains("\nid: login\nname: \"Login\"\n"))
      let arguments = ["import", "pasted.json", "--id", "mine", "--name", "My \"login\"", "--output", "-"]
      let shown = try await authgen(arguments, in: workspace)
      #expect(shown.output.contains("\nid: mine\nname: \"My \\\"login\\\"\"\n"))
      #expect(shown.errors == "")
    }
  }

  @Test func `authgen import replaces a file only with --force`() async throws {
    try await withWorkspace(["pasted.json": Self.document, "acme.yaml": "mine"]) { workspace in
      let rejected = try await authgen("import", "pasted.json", in: workspace)
      #expect(rejected.status == 1)
      #expect(
        rejected.errors.contains("acme.yaml:1:1: error: the file exists; --force replaces it [unwritable-output]"))
      #expect(try await authgen("import", "pasted.json", "--force", in: workspace).status == 0)
    }
  }

  @Test func `authgen import reports an unusable document with its location, and shows none of its lines`() async throws
  {
    let transcript =
      "curl https://acme.example/token -u id:S3CRET\n{\"error\": \"invalid_client\", \"x\": \"S3CRET\"}\n"
    try await withWorkspace(["pasted.txt": transcript]) { workspace in
      let result = try await authgen("import", "pasted.txt", in: workspace)
      #expect(result.status == 1)
      #expect(result.errors.hasPrefix("pasted.txt:2:1: error: the response is the error 'invalid_client'"))
      #expect(!result.errors.contains("S3CRET"))
      let missing = try await authgen("import", "other.txt", in: workspace)
      #expect(missing.errors.contains("other.txt:1:1: error: the file can't be read"))
    }
  }
}
