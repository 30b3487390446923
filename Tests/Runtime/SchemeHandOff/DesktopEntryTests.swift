#if os(Linux)
  import Testing

  @testable import AuthDesktopIntegration
  @testable import AuthRuntime

  @Suite struct `The contents of a desktop's files` {
    private func line(_ key: String, name: String = "Example", _ command: String...) throws -> String? {
      let entry = try DesktopEntry(scheme: CallbackScheme("com.example.app"), name: name, command: command)
      return entry.text.split(separator: "\n").first { $0.hasPrefix(key + "=") }.map {
        String($0.dropFirst(key.count + 1))
      }
    }

    @Test(arguments: [
      ("/opt/app", "/opt/app"),
      ("/opt/my app", #""/opt/my app""#),
      (#"/opt/a"b"#, #""/opt/a\\"b""#),
      ("/opt/a$b", #""/opt/a\\$b""#),
      ("/opt/a`b", #""/opt/a\\`b""#),
      (#"/opt/a\b"#, #""/opt/a\\\\b""#),
      ("/opt/it's;&|<>~*?#()", #""/opt/it's;&|<>~*?#()""#),
      ("/opt/caf\u{E9}", "/opt/caf\u{E9}"),
      // With a combining accent, a sign is another character in Swift, but not for a desktop.
      ("/opt/\\\u{301}", "\"/opt/\\\\\\\\\u{301}\""),
    ])
    func `Paths are quoted as the specification requires`(path: String, written: String) throws {
      #expect(try line("Exec", path) == written + " %u")
    }

    @Test func `Arguments are quoted too, and their percent signs aren't field codes`() throws {
      #expect(try line("Exec", "/a", "", "--x=%u", "b% c", "%\u{301}") == #"/a "" --x=%%u "b%% c" %%"# + "\u{301} %u")
      #expect(try line("Name", name: #" a\b"#, "/a") == #"\sa\\b"#)
    }

    @Test(arguments: [
      "", "app", "app.", ".app", "com..app", "1com.app", "com.app:", "com.app/x", "com.\u{E4}pp", "com.app\n",
      "com. app",
      "../x.y", "\u{FF41}.b", "com." + String(repeating: "x", count: 200),
    ])
    func `A scheme that isn't a private-use scheme is rejected`(scheme: String) {
      #expect(throws: DesktopFailure.self) { try CallbackScheme(scheme) }
    }

    @Test func `Schemes are compared in lowercase`() throws {
      let scheme = try CallbackScheme("Com.Example.App-2+x")
      #expect(scheme.type == "x-scheme-handler/com.example.app-2+x")
      #expect(try scheme == CallbackScheme("com.example.app-2+x"))
      #expect(scheme.hash.utf8.count == 16)
    }

    @Test(arguments: ["", "  ", "a\nExec=/bin/evil", "a\r", "a\u{0}", "a\u{2028}b"])
    func `An app name that isn't a single line is rejected`(name: String) {
      #expect(throws: DesktopFailure.self) { try line("Name", name: name, "/a") }
    }

    @Test(arguments: [["app"], ["./app"], [""], ["/a=b"], ["/a%u"], ["/a\nb"], ["/a", "b\nExec=c"], ["/a", "\t"]])
    func `A command that a desktop entry can't contain is rejected`(command: [String]) throws {
      let scheme = try CallbackScheme("com.example.app")
      #expect(throws: DesktopFailure.self) { try DesktopEntry(scheme: scheme, name: "a", command: command) }
    }

    @Test(arguments: ["", ".a", "a/b", "../a", "1a", "a b", "a\n", String(repeating: "a", count: 201)])
    func `An identifier that isn't a valid file name is rejected`(identifier: String) {
      #expect(throws: SchemeFailure.self) {
        try SchemeRegistration(
          scheme: "com.example.app", name: "a", program: "/a", identifier: identifier, environment: ["HOME": "/h"])
      }
    }

    @Test(arguments: [
      ("", "[Default Applications]\nt=a;\n"),
      ("[X]\ny=z", "[X]\ny=z\n\n[Default Applications]\nt=a;\n"),
      ("[Default Applications]", "[Default Applications]\nt=a;"),
      ("[Default Applications]\nt=b;a\n", "[Default Applications]\nt=a;b;\n"),
      ("[Default Applications]\n#t=b\nt = b\n[X]\nt=c\n", "[Default Applications]\n#t=b\nt=a;b;\n[X]\nt=c\n"),
      ("[Default Applications]\nt=b\nu=x\nt=c;;\n", "[Default Applications]\nt=a;b;c;\nu=x\n"),
      (
        "[Default Applications]\nt=b\n[X]\n[Default Applications]\nt=c\n",
        "[Default Applications]\nt=a;b;c;\n[X]\n[Default Applications]\n"
      ),
    ])
    func `The app is listed before other programs, and nothing else changes`(before: String, after: String) {
      var list = DefaultApplications(before)
      list.prefer("a", for: "t")
      #expect(list.text == after)
      let same = list
      list.prefer("a", for: "t")
      #expect(list == same)
      list.remove("a", for: "t")
      #expect(!list.programs(for: "t").contains("a"))
    }

    @Test func `Removing an app that isn't listed changes nothing`() {
      let text = "[Default Applications]\nt = b\nt=c;\n"
      var list = DefaultApplications(text)
      list.remove("a", for: "t")
      #expect(list.text == text)
    }
  }
#endif
