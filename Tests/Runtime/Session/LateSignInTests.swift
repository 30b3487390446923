import AuthTesting
import Foundation
import TestSupport
import Testing

@testable import AuthRuntime

@Suite struct `A sign-in that completes late` {
  @Test func `A sign-in that was canceled as its tokens arrived doesn't replace the session`() async throws {
    try await withProvider { provider in
      let client = provider.client()
      _ = try await client.signIn(scopes: [], parameters: .init())
      let session = try #require(try await client.credential())
      let failure = await failure(
        of: try await client.startSession { _ throws(StepFailure) in
          withUnsafeCurrentTask { $0?.cancel() }
          return (Credential.test("late"), 0)
        })
      #expect(failure == .cancelled)
      #expect(try await client.credential() == session)
    }
  }
}
