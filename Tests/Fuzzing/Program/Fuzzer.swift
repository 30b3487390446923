import Foundation

/// Declared by libFuzzer's `FuzzerInterface`. It never returns while it fuzzes.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ callback: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// Runs one target with libFuzzer.
enum Fuzzer {
  nonisolated(unsafe) private static var entry = FuzzEntry { _ in .rejected }

  static func run(_ entry: FuzzEntry, _ arguments: [String]) -> Never {
    self.entry = entry
    var count = CInt(arguments.count)
    var pointers = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: arguments.count + 1)
    for (index, argument) in arguments.enumerated() { pointers[index] = strdup(argument) }
    pointers[arguments.count] = nil
    exit(runDriver(&count, &pointers) { Fuzzer.call($0, $1) })
  }

  private static func call(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
    do {
      switch entry.work {
      case .now(let run): _ = try run(bytes)
      case .later(let run): try wait { _ = try await run(bytes) }
      }
    } catch {
      // libFuzzer saves the input when the process aborts.
      FileHandle.standardError.write(Data("broken property: \(error)\n".utf8))
      abort()
    }
    return 0
  }

  private static func wait(_ body: @escaping @Sendable () async throws -> Void) throws {
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var failure: (any Error)?
    Task.detached {
      do { try await body() } catch { failure = error }
      done.signal()
    }
    done.wait()
    if let failure { throw failure }
  }
}
