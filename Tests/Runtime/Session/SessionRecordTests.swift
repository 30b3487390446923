import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `An operation of an earlier session` {
  /// The parts of a session that another sign-in has replaced.
  private func replaced() async throws -> SessionParts {
    let parts = try await SessionParts()
    try await parts.record.replace(with: .test("second"))
    return parts
  }

  @Test func `The number of the sign-in shows that a session was replaced`() async throws {
    let record = try await replaced().record
    #expect(await record.isCurrent(1))
    #expect(await !record.isCurrent(0))
    #expect(await failure(of: try await record.check(1)) == nil)
    #expect(await failure(of: try await record.check(0)) == .cancelled)
    _ = try await record.clear()
    #expect(await failure(of: try await record.check(1)) == .notSignedIn)
  }

  @Test func `An earlier session can't read the credential`() async throws {
    let record = try await replaced().record
    #expect(await record.credential(of: 1) == .test("second"))
    #expect(await record.credential(of: 0) == nil)
    #expect(try await record.reread(of: 1).credential == .test("second"))
    #expect(await failure(of: try await record.reread(of: 0)) == .cancelled)
  }

  @Test func `An earlier session writes nothing`() async throws {
    let parts = try await replaced()
    let failed = await failure(of: try await parts.record.write(.test("new"), expecting: .unknown, of: 0))
    #expect(failed == .cancelled)
    #expect(await parts.contents.saves == [.test("second")])
  }

  @Test func `A session that is replaced during a write is reported`() async throws {
    let parts = try await SessionParts()
    await parts.contents.before { step, _ in
      if step == .save { await parts.record.edit { $0.replace(with: .test("second")) } }
      return nil
    }
    let failed = await failure(of: try await parts.record.write(.test("new"), expecting: .unknown, of: 0))
    #expect(failed == .cancelled)
  }

  @Test(arguments: [Credential.test("second"), nil])
  func `A session that a sign-in or a sign-out overtakes while it's saved doesn't start`(
    other: Credential?
  ) async throws {
    let parts = try await SessionParts()
    _ = try await parts.record.clear()
    let started = await parts.record.currentGeneration()
    await parts.contents.before { step, _ in
      if step == .save { await parts.record.edit { $0.replace(with: other) } }
      return nil
    }
    if let other {
      #expect(try await parts.record.start(with: .test("new"), of: started) == other)
    } else {
      #expect(await failure(of: try await parts.record.start(with: .test("new"), of: started)) == .cancelled)
    }
    #expect(try await parts.record.current() == other)
  }

  @Test(arguments: [SteppedStore.Step.load, .lock(.write), .remove])
  func `A session that was saved after a sign-out is removed when the store works again`(
    failing: SteppedStore.Step
  ) async throws {
    let parts = try await SessionParts()
    let failures = Locked(2)
    await parts.contents.before { step, _ in
      guard step == failing, failures.value > 0 else { return nil }
      failures.withLock { $0 -= 1 }
      return .unavailable("busy")
    }
    #expect(await parts.record.withdraw(.test("old")) == nil)
    #expect(await parts.contents.credential == nil)
  }

  @Test func `The intent of an earlier session isn't withdrawn from the current one`() async throws {
    let parts = try await replaced()
    let old = Credential.test("old")
    await parts.record.withdraw(old.refreshing(since: 0), for: old, expecting: .unknown)
    #expect(try await parts.record.current() == .test("second"))
    #expect(await parts.contents.credential == .test("second"))
  }
}

@Suite struct `A credential that isn't saved yet` {
  /// The parts of a session whose new tokens the store didn't save.
  private func unsaved() async throws -> SessionParts {
    let parts = try await SessionParts()
    await parts.record.edit { $0.renew(.test("new"), isUnsaved: true) }
    return parts
  }

  @Test func `A caller doesn't wait while another one saves the credential`() async throws {
    let parts = try await unsaved()
    let second = Locked<Task<Credential?, Never>?>(nil)
    await parts.contents.before { step, number in
      guard step == .save, number == 1 else { return nil }
      second.withLock { second in
        second = Task {
          let lease = try? await parts.record.savedLease()
          parts.steps.withLock { $0.append("returned") }
          return lease?.credential
        }
      }
      await parts.steps.wait { steps in
        steps.contains("returned") || steps.filter { $0 == "saveAgain" }.count > 1
      }
      return nil
    }
    #expect(try await parts.record.savedLease().credential == .test("new"))
    #expect(await second.value?.value == .test("new"))
    #expect(parts.steps.value.filter { $0 == "saveAgain" }.count == 1)
    #expect(await parts.contents.credential == .test("new"))
  }

  @Test(arguments: [true, false])
  func `A user who signs in meanwhile doesn't get the credential of another process`(isSaved: Bool) async throws {
    let parts = try await unsaved()
    await parts.contents.before { step, _ in
      guard step == .load else { return nil }
      await parts.contents.put(.test("other"))
      await parts.record.edit { memory in
        memory.replace(with: .test("second"))
        memory.noteSave(failed: !isSaved)
      }
      return nil
    }
    #expect(try await parts.record.savedLease().credential == .test("second"))
  }

  @Test func `A credential that another process saved meanwhile counts as saved`() async throws {
    let parts = try await unsaved()
    await parts.contents.before { step, _ in
      if step == .save { await parts.record.edit { _ = try? $0.adopt(.test("other")) } }
      return nil
    }
    #expect(try await parts.record.savedLease().credential == .test("other"))
    #expect(parts.record.cache.lease?.credential == .test("other"), "callers don't have to save it first")
  }

  @Test func `An unsaved sign-in stays, although another process renewed the earlier session`() async throws {
    let parts = try await SessionParts()
    await parts.contents.put(.test("renewed elsewhere"))
    await parts.contents.before { step, _ in step == .lock(.write) ? .unavailable("busy") : nil }
    #expect(await failure(of: try await parts.record.replace(with: .test("second"))) == .store(.unavailable("busy")))
    await parts.contents.before { _, _ in nil }
    #expect(try await parts.record.savedLease().credential == .test("second"))
    #expect(await parts.contents.credential == .test("second"))
  }

  @Test func `An unsaved sign-in doesn't replace a later sign-in in another process`() async throws {
    let parts = try await SessionParts()
    await parts.contents.before { step, _ in step == .lock(.write) ? .unavailable("busy") : nil }
    #expect(await failure(of: try await parts.record.replace(with: .test("second"))) == .store(.unavailable("busy")))
    await parts.contents.before { _, _ in nil }
    await parts.contents.put(.test("later"))
    #expect(try await parts.record.latest() == .test("later"))
    #expect(await parts.contents.credential == .test("later"))
  }

  @Test func `A sign-in is written once, even if earlier tokens were unsaved`() async throws {
    let parts = try await unsaved()
    await parts.record.edit { $0.replace(with: .test("second")) }
    #expect(await !parts.record.memory.isUnsaved)
  }

  @Test func `A sign-in that ends late doesn't mark newer tokens as saved`() async throws {
    let parts = try await SessionParts()
    await parts.contents.before { step, _ in
      if step == .save { await parts.record.edit { $0.renew(.test("newer"), isUnsaved: true) } }
      return nil
    }
    try await parts.record.replace(with: .test("second"))
    #expect(await parts.record.memory.isUnsaved)
    await parts.contents.before { _, _ in nil }
    #expect(try await parts.record.savedLease().credential == .test("newer"))
    #expect(await parts.contents.credential == .test("newer"))
  }

  @Test func `A sign-in that ends late doesn't mark a later one with the same tokens as saved`() async throws {
    let parts = try await SessionParts()
    await parts.contents.before { step, _ in
      guard step == .save else { return nil }
      await parts.record.edit {
        $0.replace(with: .test("second"))
        $0.noteSave(failed: true)
      }
      return nil
    }
    try await parts.record.replace(with: .test("second"))
    #expect(await parts.record.memory.isUnsaved)
  }

  @Test func `New tokens aren't saved again after two seconds, even if fewer attempts took that long`() async throws {
    let parts = try await SessionParts(clock: LeapingClock())
    await parts.contents.before { step, _ in step == .save ? .unavailable("busy") : nil }
    let failed = await failure(
      of: try await parts.record.keepTokens(.test("new"), expecting: .known(.test("old")), of: 0))
    #expect(failed == .session(.unsaved(.test("new"), .unavailable("busy"))))
    #expect(await parts.contents.saves == [.test("new"), .test("new")])
  }
}
