#if os(Linux)
  import Foundation
  import Testing

  @testable import AuthDesktopIntegration
  @testable import AuthRuntime

  /// A user's home folder with desktop files, and an app.
  private struct Home {
    let folder: URL

    static func with(_ body: (Home) throws -> Void) throws {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("scheme-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      try body(Home(folder: folder))
    }

    var list: URL { folder.appendingPathComponent(".config/mimeapps.list") }
    var entry: URL { folder.appendingPathComponent(".local/share/applications/com.example.app.callback.desktop") }

    func registration(_ program: String = "/bin/sh", _ arguments: [String] = []) throws -> SchemeRegistration {
      try SchemeRegistration(
        scheme: "com.example.app", name: "Example", program: program, arguments: arguments,
        environment: ["HOME": folder.path])
    }

    func put(_ text: String, at file: URL) throws {
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }

    func text(_ file: URL) throws -> String { try String(contentsOf: file, encoding: .utf8) }
  }

  @Suite struct `Registering a scheme with the desktop` {
    private static let line = "x-scheme-handler/com.example.app=com.example.app.callback.desktop;\n"

    @Test func `The desktop files have the required lines, and removing the registration removes both`() throws {
      try Home.with { home in
        let registration = try home.registration("/bin/sh", ["--open"])
        #expect(!registration.isInstalled)
        try registration.install()
        #expect(registration.isInstalled)
        #expect(
          try home.text(home.entry) == """
            [Desktop Entry]
            Type=Application
            Name=Example
            Exec=/bin/sh --open %u
            MimeType=x-scheme-handler/com.example.app;
            NoDisplay=true
            Terminal=false
            StartupNotify=false
            X-Swift-Auth-Scheme=com.example.app

            """)
        #expect(try home.text(home.list) == "[Default Applications]\n" + Self.line)
        try registration.remove()
        #expect(!registration.isInstalled)
        #expect(!FileManager.default.fileExists(atPath: home.entry.path))
        #expect(try home.text(home.list) == "[Default Applications]\n")
        try registration.remove()
      }
    }

    @Test func `A repeated registration writes nothing unless the app has moved`() throws {
      func number(_ file: URL) throws -> UInt64? {
        try FileManager.default.attributesOfItem(atPath: file.path)[.systemFileNumber] as? UInt64
      }
      try Home.with { home in
        try home.registration().install()
        let numbers = try (number(home.entry), number(home.list))
        try home.registration().install()
        #expect(try numbers == (number(home.entry), number(home.list)))
        let moved = try home.registration("/bin/ls")
        #expect(!moved.isInstalled)
        try moved.install()
        #expect(moved.isInstalled)
        #expect(try home.text(home.list) == "[Default Applications]\n" + Self.line)
        #expect(try home.text(home.entry).contains("Exec=/bin/ls %u\n"))
      }
    }

    @Test func `Other files and lines stay the same, even through a link`() throws {
      let before =
        "# mine\r\n[Added Associations]\nx-scheme-handler/com.example.app=a.desktop;\n\n[Default Applications]\n"
      let after = "text/html=b.desktop\n\n[Removed Associations]\ntext/plain=c.desktop"
      try Home.with { home in
        let real = home.folder.appendingPathComponent("dotfiles/list")
        try home.put(before + after, at: real)
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: real.path)
        try FileManager.default.createDirectory(
          at: home.list.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(at: home.list, withDestinationURL: real)
        try home.registration().install()
        #expect(try home.text(real) == before + Self.line + after)
        let found = try FileManager.default.attributesOfItem(atPath: real.path)
        #expect(found[.posixPermissions] as? Int == 0o640)
        try home.registration().remove()
        #expect(try home.text(home.list) == before + after)
        let names = try FileManager.default.contentsOfDirectory(atPath: real.deletingLastPathComponent().path)
        #expect(names == ["list"])
      }
    }

    @Test func `A file that someone else has written isn't changed`() throws {
      try Home.with { home in
        try home.put("[Desktop Entry]\nName=Mine\n", at: home.entry)
        #expect(throws: SchemeFailure.self) { try home.registration().install() }
        #expect(throws: SchemeFailure.self) { try home.registration().remove() }
        #expect(try home.text(home.entry) == "[Desktop Entry]\nName=Mine\n")
        #expect(!FileManager.default.fileExists(atPath: home.list.path))
      }
      try Home.with { home in
        try home.put("", at: home.list)
        try Data([0x5B, 0xFF]).write(to: home.list)
        let failure = #expect(throws: SchemeFailure.self) { try home.registration().install() }
        #expect(failure?.description.contains("mimeapps.list isn't UTF-8") == true)
      }
    }

    @Test func `A failure names a folder that can't be written and a program that isn't executable`() throws {
      try Home.with { home in
        try home.put("", at: home.folder.appendingPathComponent(".local"))
        let failure = #expect(throws: SchemeFailure.self) { try home.registration().install() }
        #expect(failure?.description.contains(home.entry.path) == true, "\(String(describing: failure))")
        #expect(
          throws: SchemeFailure.unsuitable("/no/app isn't an executable program; pass the app's path as 'program'")
        ) {
          try home.registration("/no/app").install()
        }
      }
    }

    @Test func `An app isn't registered unless it is the default for the scheme`() throws {
      try Home.with { home in
        let registration = try home.registration()
        try registration.install()
        let line = Self.line.replacingOccurrences(of: "=", with: "=other.desktop;")
        try home.put("[Default Applications]\n" + line, at: home.list)
        #expect(!registration.isInstalled)
        try FileManager.default.removeItem(at: home.list)
        #expect(!registration.isInstalled)
        try registration.install()
        #expect(registration.isInstalled)
      }
    }

    @Test(arguments: ["", "home/me"])
    func `A home folder without an absolute path is rejected`(home: String) {
      #expect(throws: DesktopFailure.self) { try DesktopFiles(["HOME": home]) }
    }

    @Test func `XDG folders are used, and relative ones are ignored`() throws {
      let files = try DesktopFiles(["HOME": "/home/me", "XDG_DATA_HOME": "/data", "XDG_CONFIG_HOME": "conf"])
      #expect((files.data, files.configuration) == ("/data", "/home/me/.config"))
      #expect(throws: DesktopFailure.self) { try DesktopFiles(["XDG_DATA_HOME": "/data"]) }
    }
  }
#endif
