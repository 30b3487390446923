#if os(Linux)
  import Foundation
  import Testing

  @testable import AuthDBus
  @testable import AuthRuntime

  @Suite struct `The address of a bus` {
    private static let known: [(String, [String])] = [
      ("unix:path=/run/user/1000/bus", ["/run/user/1000/bus"]), ("unix:abstract=/tmp/dbus-x", ["\0/tmp/dbus-x"]),
      ("unix:path=/a,guid=0123;unix:guid=4,abstract=b", ["/a", "\0b"]), ("unix:path=/a%20b%2c%3B", ["/a b,;"]),
      ("tcp:host=x,port=1;unix:path=/a;", ["/a"]), ("unix:path=/%c3%bc", ["/ü"]), ("unix:path=/a=b", ["/a=b"]),
      ("", []), (";", []), ("unix", []), ("unix:", []), ("unix:path", []), ("unix:path=", []), ("unix:abstract=", []),
      ("unix:path=/a,abstract=b", []), ("unix:path=/a,path=/b", []), ("unix:path=/a%2", []), ("unix:path=/a%zz", []),
      ("unix:path=%00a", []), ("unix:path=/a%00b", []), ("unix:abstract=a%00b", []), ("unix:tmpdir=/tmp", []),
      ("autolaunch:", []), ("unixexec:path=sh", []), ("unixexec:argv0=a,path=/a", []), ("abcd:path=/a", []),
      ("unix:path=/" + String(repeating: "a", count: 106), ["/" + String(repeating: "a", count: 106)]),
      ("unix:path=/" + String(repeating: "a", count: 107), []),
    ]

    @Test(arguments: known)
    func `A bus's address is accepted only for Unix sockets`(text: String, names: [String]) {
      #expect(DBusAddress.all(in: text).map { String(decoding: $0.name, as: UTF8.self) } == names)
    }

    @Test func `A bus's address comes from the desktop's environment, or else from the user's runtime folder`() throws {
      func names(_ environment: [String: String]) throws -> [String] {
        try DBusAddress.sessionBus(in: environment).map { String(decoding: $0.name, as: UTF8.self) }
      }
      let folder = ["XDG_RUNTIME_DIR": "/run/user/7"]
      #expect(try names(folder) == ["/run/user/7/bus"])
      #expect(try names(folder.merging(["DBUS_SESSION_BUS_ADDRESS": ""]) { $1 }) == ["/run/user/7/bus"])
      #expect(try names(folder.merging(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/x"]) { $1 }) == ["/x"])
      for none in [[:], ["XDG_RUNTIME_DIR": "relative"], folder.merging(["DBUS_SESSION_BUS_ADDRESS": "tcp:"]) { $1 }] {
        #expect(throws: DBusFailure.self) { try DBusAddress.sessionBus(in: none) }
      }
    }

    @Test func `A bus's address can be an abstract socket, and the second of two addresses`() async throws {
      try await SessionBus.with { bus in
        let addresses = DBusAddress.all(in: "unix:path=\(bus.home.path)/none;unix:abstract=\(bus.home.path)")
        try await apart {
          let connection = try DBusConnection(to: addresses, within: SessionBus.patience)
          let response = try connection.call(.bus("NameHasOwner", .string("a.b")), within: SessionBus.patience)
          #expect(response.body == [.boolean(false)])
        }
      }
    }
  }
#endif
