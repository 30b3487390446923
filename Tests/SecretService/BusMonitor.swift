#if os(Linux)
  import AuthSockets
  import Foundation

  @testable import AuthDBus
  @testable import AuthRuntime

  /// Records the calls on a bus (D-Bus specification, `org.freedesktop.DBus.Monitoring`).
  struct BusMonitor: Sendable {
    private let calls: AsyncStream<Void>

    /// Starts to record, and stops after the first call of one of the methods.
    init(of members: [String], on bus: SessionBus) async throws {
      let (calls, sink) = AsyncStream.makeStream(of: Void.self)
      let (ready, started) = AsyncStream.makeStream(of: Void.self)
      Thread.detachNewThread {
        defer {
          started.finish()
          sink.finish()
        }
        let rules = DBusValue.array(members.map { .string("type='method_call',member='\($0)'") }, of: .string)
        let call = DBusCall(
          destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
          interface: "org.freedesktop.DBus.Monitoring", member: "BecomeMonitor", body: [rules, .uint32(0)])
        guard let connection = try? bus.connect(),
          (try? connection.call(call, within: SessionBus.patience)) != nil
        else { return }
        started.finish()
        while let message = try? connection.next(until: Deadline(in: SessionBus.patience)) {
          if message.kind == .call { return }
        }
      }
      for await _ in ready {}
      self.calls = calls
    }

    func waitForCall() async {
      for await _ in calls {}
    }
  }
#endif
