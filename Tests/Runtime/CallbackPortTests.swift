import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

/// The ports on which the app waits for the browser.
extension `The browser's part of a sign-in` {
  @Test func `Ports in use are skipped, and a failure is reported if all of them are in use`() async throws {
    let first = try await LoopbackReceiver.bind(30_000...30_999, orAny: false)
    let second = try await LoopbackReceiver.bind(first.port...(first.port + 100), orAny: false)
    #expect(second.port > first.port)
    await #expect(throws: BrowserFailure.portsTaken(first.port...first.port)) {
      try await LoopbackReceiver.bind(first.port...first.port, orAny: false)
    }
    await first.close()
    await second.close()
  }

  @Test func `A localhost callback arrives over IPv4 and IPv6, and a port in use on either is skipped`()
    async throws
  {
    let receiver = try await LoopbackReceiver.bind(34_000...34_999, orAny: false, host: "localhost")
    let wait = CallbackWait { _ throws(StepFailure) in }
    receiver.listen(at: "/callback", host: "localhost", for: wait, success: .signedIn)
    for address in ["127.0.0.1", "::1"] {
      let connection = try await RawConnection.open(to: receiver.port, at: address)
      try await connection.say("GET /other HTTP/1.1\r\nHost: localhost:\(receiver.port)\r\n\r\n")
      #expect(try await connection.response().hasPrefix("HTTP/1.1 404 "), "\(address)")
    }
    await receiver.close()
    // The system doesn't give these ports to other connections, which may use 127.0.0.1.
    let other = try await TakenPort.take(at: "::1", among: 29_000...29_999)
    await #expect(throws: BrowserFailure.portsTaken(other.port...other.port)) {
      try await LoopbackReceiver.bind(other.port...other.port, orAny: false, host: "localhost")
    }
    let any = try await LoopbackReceiver.bind(other.port...other.port, orAny: true, host: "localhost")
    #expect(any.port != other.port)
    let plain = try await LoopbackReceiver.bind(other.port...other.port, orAny: false)
    #expect(plain.port == other.port, "127.0.0.1 itself is free again")
    await any.close()
    await plain.close()
    await other.release()
  }

  @Test func `The port is free again after success, failure, timeout, and cancellation`() async throws {
    let port = try await {
      let probe = try await LoopbackReceiver.bind(33_000...33_999, orAny: false)
      await probe.close()
      return probe.port
    }()
    try await withProvider { provider in
      let clock = GatedClock()
      let endings: [(String, AuthEnvironment)] = [
        ("success", AuthEnvironment(browser: FollowingBrowser())),
        (
          "failure",
          AuthEnvironment(browser: SystemBrowser(environment: ["BROWSER": "false", "PATH": "/bin:/usr/bin"]))
        ),
        ("timeout", AuthEnvironment(browser: VisitingBrowser { _ in clock.open() }, clock: clock)),
      ]
      for (ending, environment) in endings {
        let client = provider.client(redirect: .loopback(port: port), environment: environment)
        _ = await failure(of: try await client.signIn(scopes: [], parameters: .init()))
        let again = try? await LoopbackReceiver.bind(port...port, orAny: false)
        #expect(again != nil, "\(ending)")
        await again?.close()
      }
      let (started, start) = AsyncStream.makeStream(of: Void.self)
      let waiting = AuthEnvironment(browser: VisitingBrowser { _ in start.finish() })
      let client = provider.client(redirect: .loopback(port: port), environment: waiting)
      let task = await failureTask(of: try await client.signIn(scopes: [], parameters: .init()))
      for await _ in started {}
      task.cancel()
      _ = await task.value
      let again = try await LoopbackReceiver.bind(port...port, orAny: false)
      await again.close()
    }
  }
}
