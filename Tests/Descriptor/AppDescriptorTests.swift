import AuthConfiguration
import Foundation
import Testing

@testable import AuthDescriptor

@Suite struct `A descriptor in an app's target` {
  private func load(
    _ yaml: String, as file: String, catalog: Catalog = .builtIn
  ) throws(DiagnosticsError) -> LoadedDescriptor {
    let loader = DescriptorLoader(
      catalog: catalog, readFile: { $0 == file ? Data(yaml.utf8) : DescriptorLoader.contents(ofFile: $0) })
    return try loader.load(path: file)
  }

  private func findings(_ yaml: String, as file: String) -> [String] {
    do throws(DiagnosticsError) {
      return try load(yaml, as: file).warnings.map(\.description)
    } catch {
      return error.diagnostics.map(\.description)
    }
  }

  @Test(arguments: [
    // file, text, id, name, Swift type
    ("auth0.auth.yaml", "extends: auth0", "auth0", "Auth0", "Auth0"),
    ("Auth0.auth.yaml", "extends: auth0", "auth0", "Auth0", "Auth0"),
    ("Sources/App/github.auth.yaml", "extends: github", "github", "GitHub", "GitHub"),
    ("GitHub.auth.yaml", "extends: github", "git-hub", "GitHub", "GitHub"),
    (
      "MicrosoftEntraID.auth.yaml", "extends: microsoft-entra-id", "microsoft-entra-id", "Microsoft Entra ID",
      "MicrosoftEntraID"
    ),
    ("StaffLogin.auth.yaml", "extends: github", "staff-login", "GitHub", "StaffLogin"),
    ("staff_login.auth.yaml", "extends: github\nname: Staff", "staff-login", "Staff", "StaffLogin"),
    ("staff.auth.yaml", "extends: github\nswift: { type: Colleagues }", "staff", "GitHub", "Colleagues"),
    ("SSO.auth.yaml", "extends: github", "sso", "GitHub", "SSO"),
    ("sso.auth.yaml", "extends: github", "sso", "GitHub", "Sso"),
    ("OAuthLogin.auth.yaml", "extends: github", "oauth-login", "GitHub", "OAuthLogin"),
    ("x.auth.yaml", "extends: github\nid: x\nschema: 1\nname: X", "x", "X", "X"),
  ])
  func `An app's descriptor takes its ID, name, and type from the file's name if it doesn't set them`(
    file: String, yaml: String, id: String, name: String, type: String
  ) throws {
    let loaded = try load(yaml, as: file)
    #expect(loaded.descriptor.id == id)
    #expect(loaded.descriptor.name == name)
    #expect(loaded.descriptor.swiftType == type)
    #expect(loaded.isOfApp)
    #expect(loaded.warnings.map(\.description) == [])
  }

  @Test(arguments: [
    ("1st.auth.yaml", "extends: auth0", "1:1: error: the file name '1st' isn't a valid ID; use lowercase letters"),
    ("über.auth.yaml", "extends: auth0", "the file name 'über' isn't a valid ID; use lowercase letters"),
    ("Größe.auth.yaml", "extends: auth0", "the file name 'Größe' isn't a valid ID; use lowercase letters"),
    ("my.company.auth.yaml", "extends: auth0", "the file name 'my.company' isn't a valid ID; use lowercase letters"),
    (
      "staff.auth.yaml", "id: 2fa\nextends: auth0", "'2fa' isn't a valid ID; use lowercase letters, digits, and hyphens"
    ),
    ("staff.auth.yaml", "server: { issuer: \"https://id.example.com\" }", "'name' is missing; expected a string"),
    ("staff.auth.yaml", "schema: 2\nextends: auth0", "'schema' is '2'; expected 1"),
    ("staff.auth.yaml", "extends: auht0", "the catalog doesn't contain a descriptor 'auht0'; did you mean 'auth0'?"),
    (
      "staff.auth.yaml", "id: other\nextends: auth0",
      "the ID 'other' differs from the file name 'staff'; rename one of them"
    ),
  ])
  func `An app's descriptor reports an invalid ID, a missing name, and an unknown base descriptor`(
    file: String, yaml: String, expected: String
  ) {
    let found = findings(yaml, as: file)
    #expect(found.count == 1)
    #expect(found.first?.contains(expected) == true, "\(found)")
  }

  @Test func `An app's descriptor can set an ID if the file's name contains no valid one`() throws {
    let loaded = try load("id: second-factor\nextends: auth0", as: "2fa.auth.yaml")
    #expect(loaded.descriptor.id == "second-factor")
    #expect(loaded.descriptor.swiftType == "SecondFactor")
    #expect(loaded.warnings.map(\.description) == [])
    #expect(throws: DiagnosticsError.self) { try load("extends: auth0", as: "2fa.auth.yaml") }
  }

  @Test func `An app's descriptor gets advice if the file's name contains no valid ID`() {
    let error = #expect(throws: DiagnosticsError.self) { try load("extends: auth0", as: "2fa.auth.yaml") }
    #expect(
      error?.diagnostics.map(\.note) == ["rename the file, for example to 'acme-login.auth.yaml', or set 'id'"])
  }

  @Test func `An app's descriptor needs the suffix .auth.yaml to leave out the schema, the ID, and the name`() {
    #expect(
      findings("extends: auth0", as: "staff.yaml").map { $0.prefix { $0 != ";" } } == [
        "staff.yaml:1:1: error: 'schema' is missing", "staff.yaml:1:1: error: 'id' is missing",
        "staff.yaml:1:1: error: 'name' is missing",
      ])
  }
}

@Suite struct `A pack of descriptors` {
  private let corp = acme.replacing("acme\nname: Acme", with: "acme-corp\nname: Acme")

  private func withPack(_ files: [String: String], _ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
    try body(folder.path)
  }

  private func problems(_ body: () throws(DiagnosticsError) -> Void) -> [String] {
    do throws(DiagnosticsError) {
      try body()
      return []
    } catch {
      return error.diagnostics.map(\.message)
    }
  }

  @Test func `A pack can be extended by ID, also by the pack's own descriptors`() throws {
    let files = [
      "acme-corp.yaml": corp, "acme-eu.yaml": "schema: 1\nid: acme-eu\nname: Acme EU\nextends: acme-corp\n",
      "notes.txt": "x",
    ]
    try withPack(files) { folder in
      let catalog = try Catalog.builtIn.adding(pack: folder)
      #expect(Set(catalog.ids).isSuperset(of: ["acme-corp", "acme-eu", "auth0"]))
      let loader = DescriptorLoader(
        catalog: catalog,
        readFile: { $0 == "Staff.auth.yaml" ? Data("extends: acme-eu".utf8) : DescriptorLoader.contents(ofFile: $0) })
      let staff = try loader.load("Staff.auth.yaml").descriptor
      #expect(staff.name == "Acme EU")
      #expect(staff.configuration.server.issuer == "https://{domain}")
      #expect(try loader.load("acme-corp").file == "\(folder)/acme-corp.yaml")
    }
  }

  @Test func `A pack reports errors at lines of the pack's files`() throws {
    try withPack(["acme-corp.yaml": corp + "tokn: {}\n"]) { folder in
      let catalog = try Catalog.builtIn.adding(pack: folder)
      let error = #expect(throws: DiagnosticsError.self) {
        try DescriptorLoader(catalog: catalog).load("acme-corp")
      }
      #expect(error?.diagnostics.map { "\($0.location)" } == ["\(folder)/acme-corp.yaml:6:1"])
    }
  }

  @Test
  func `A pack never overrides another descriptor, and a conflict is an error only if a descriptor extends the ID`()
    throws
  {
    try withPack(["auth0.yaml": corp, "oidc.yaml": corp, "acme-corp.yaml": corp]) { first in
      try withPack(["acme-corp.yaml": corp]) { second in
        let catalog = try Catalog.builtIn.adding(pack: first).adding(pack: first).adding(pack: second)
        let extending = { (id: String) throws(DiagnosticsError) -> LoadedDescriptor in
          let loader = DescriptorLoader(
            catalog: catalog,
            readFile: { $0 == "S.auth.yaml" ? Data("extends: \(id)".utf8) : DescriptorLoader.contents(ofFile: $0) })
          return try loader.load("S.auth.yaml")
        }
        #expect(try extending("github").descriptor.name == "GitHub")
        let ofPack = "to use a pack's descriptor, refer to it by path"
        for (id, owners, advice) in [
          ("auth0", "the catalog, \(first)/auth0.yaml", ofPack),
          ("acme-corp", "\(first)/acme-corp.yaml, \(second)/acme-corp.yaml", "refer to one of them by path"),
        ] {
          let message = "'\(id)' is ambiguous because it exists in \(owners); \(advice)"
          #expect(problems { () throws(DiagnosticsError) in _ = try extending(id) } == [message])
        }
        // The advice mentions no path for the catalog's descriptor.
        let error = #expect(throws: DiagnosticsError.self) { try extending("auth0") }
        let note =
          "to use the catalog's descriptor, remove the dependency that contains the other one, or rename the file there"
        #expect(error?.diagnostics.map(\.note) == [note])
      }
    }
  }

  @Test func `A pack must be a folder that contains descriptors`() throws {
    try withPack(["notes.txt": "x"]) { folder in
      #expect(
        problems { () throws(DiagnosticsError) in _ = try Catalog.builtIn.adding(pack: folder) }
          == ["the pack's folder doesn't contain a descriptor (*.yaml)"])
      #expect(
        problems { () throws(DiagnosticsError) in _ = try Catalog.builtIn.adding(pack: folder + "/none") }
          == ["cannot read the pack's folder"])
    }
  }
}

@Suite struct `Settings of a target` {
  private func read(_ yaml: String) throws -> Result<GeneratorSettings, DiagnosticsError> {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).yaml")
    try Data(yaml.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    do throws(DiagnosticsError) {
      return .success(try GeneratorSettings(path: file.path))
    } catch {
      return .failure(error)
    }
  }

  @Test func `The settings set the access level, the comments, and whether warnings are errors`() throws {
    let yaml = "access: package\ncomments: [\"swiftlint:disable all\", more]\nwarnings: error\n"
    let expected = GeneratorSettings(
      access: .package, comments: ["swiftlint:disable all", "more"], warningsAreErrors: true)
    #expect(try read(yaml).get() == expected)
    for nothing in ["warnings: show", "", "# access: public\n"] {
      #expect(try read(nothing).get() == GeneratorSettings())
    }
  }

  @Test(arguments: [
    ("acces: public", "1:1", "unknown key 'acces'; did you mean 'access'?"),
    ("access: open", "1:9", "'open' isn't a valid value for 'access'; expected one of public, package, internal"),
    ("comments: x", "1:11", "'comments' is 'x'; expected a list (each item: a string)"),
    ("comments: [\"a\\nimport B\"]", "1:12", "a comment must not contain a line break"),
  ])
  func `The settings are checked like a descriptor`(yaml: String, place: String, message: String) throws {
    let error = #expect(throws: DiagnosticsError.self) { try read(yaml).get() }
    #expect(error?.diagnostics.map(\.message) == [message])
    #expect(error?.diagnostics.first.map { "\($0.location)".hasSuffix(":\(place)") } == true)
  }
}
