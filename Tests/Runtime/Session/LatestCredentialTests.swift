import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `The latest credential` {
  @Test func `It doesn't have an intent that another process has withdrawn`() async throws {
    let parts = try await SessionParts(.test("old").refreshing(since: 1))
    await parts.contents.put(.test("old"))
    #expect(try await parts.record.latest() == .test("old"))
  }

  @Test func `It's the one in memory if the store couldn't save it`() async throws {
    let parts = try await SessionParts()
    await parts.record.edit { $0.renew(.test("new"), isUnsaved: true) }
    #expect(try await parts.record.latest() == .test("new"))
  }

  @Test func `It comes from a refresh that finished while the store was being read`() async throws {
    let parts = try await SessionParts()
    await parts.contents.before { [record = parts.record] step, _ in
      if step == .load { await record.edit { $0.renew(.test("new"), isUnsaved: false) } }
      return nil
    }
    #expect(try await parts.record.latest() == .test("new"))
  }

  @Test func `It comes from a sign-in while the store was being read, even if the tokens are the same`() async throws {
    let parts = try await SessionParts()
    await parts.contents.put(.test("other"))
    await parts.contents.before { [record = parts.record] step, _ in
      if step == .load { await record.edit { $0.replace(with: .test("old")) } }
      return nil
    }
    #expect(try await parts.record.latest() == .test("old"))
  }
}

@Suite struct `A sign-in that the store couldn't save` {
  @Test func `It doesn't replace what another process stored between the comparison and the failure`() async throws {
    let parts = try await SessionParts()
    await parts.contents.before { [contents = parts.contents] step, _ in
      guard step == .save else { return nil }
      await contents.put(.test("later"))
      return .unavailable("full")
    }
    #expect(await failure(of: try await parts.record.replace(with: .test("new"))) == .store(.unavailable("full")))
    await parts.contents.before { _, _ in nil }
    #expect(try await parts.record.latest() == .test("later"))
  }

  @Test func `It leaves the comparison to a later sign-in of this process`() async throws {
    let parts = try await SessionParts()
    await parts.contents.before { [record = parts.record] step, _ in
      if step == .load { await record.edit { $0.replace(with: .test("later")) } }
      return step == .lock(.write) ? .unavailable("busy") : nil
    }
    #expect(await failure(of: try await parts.record.replace(with: .test("new"))) == .store(.unavailable("busy")))
    guard case .unknown = await parts.record.memory.stored else {
      Issue.record("the later sign-in has compared nothing yet")
      return
    }
  }
}
