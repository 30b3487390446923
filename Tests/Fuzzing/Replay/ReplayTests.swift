import Foundation
import TestSupport
import Testing

/// Runs the targets with every seed, and with every input that once broke one of them. `scripts/fuzz` makes new inputs.
@Suite struct `External input` {
  @Test(arguments: FuzzTarget.allCases)
  func `Every seed and every earlier finding satisfies the properties of its target`(target: FuzzTarget) async throws {
    let inputs = try FuzzInputs.all(for: target)
    var verdicts: [FuzzEntry.Verdict] = []
    for input in inputs {
      do {
        verdicts.append(try await target.entry.run(input.bytes))
      } catch {
        Issue.record("\(input.name): \(error)")
      }
    }
    #expect(verdicts.contains(.accepted), "no seed is valid, so the target tests only rejections")
    #expect(verdicts.contains(.rejected), "no seed is invalid")
  }

  @Test(arguments: FuzzTarget.allCases)
  func `Damaged seeds satisfy the properties of their target`(target: FuzzTarget) async throws {
    // A fixed seed makes the same changes in every run.
    var random = FixedRandom(seed: 1)
    let inputs = try FuzzInputs.all(for: target)
    // Seeds of all kinds, because their order follows their kinds.
    let chosen = stride(from: 0, to: inputs.count, by: max(1, inputs.count / 20)).map { inputs[$0] }
    for input in chosen where input.bytes.count <= target.entry.longest {
      for _ in 0..<10 {
        let bytes = input.bytes.damaged(by: &random)
        do { _ = try await target.entry.run(bytes) } catch {
          Issue.record("\(input.name), damaged to \(Data(bytes).base64EncodedString()): \(error)")
        }
      }
    }
  }

  // Other platforms, and builds without this trait, lack some targets.
  #if os(Linux) && Curl && PostgreSQL
    @Test(arguments: ["Seeds", "Findings"])
    func `All inputs belong to a target`(folder: String) throws {
      let url = Repository.file("Tests/Fuzzing/\(folder)")
      let names = try FileManager.default.contentsOfDirectory(atPath: url.path).filter { !$0.hasPrefix(".") }
      let targets = names.map { $0.replacing(".json", with: "") }
      #expect(Set(targets).isSubset(of: FuzzTarget.allCases.map(\.rawValue)))
    }
  #endif

  @Test func `A target fails for an input that breaks a property`() async {
    let entry = FuzzEntry { bytes in
      try require(bytes.count < 3, "too long")
      return .accepted
    }
    await #expect(throws: Never.self) { try await entry.run([1, 2]) }
    await #expect(throws: BrokenProperty.self) { try await entry.run([1, 2, 3]) }
  }
}
