import AuthRuntime
import Foundation

/// A process that counts in a file, protected only by a lease.
///
/// `session-probe count FOLDER ROUNDS HOLD SEES [[stop:]STEP]`: HOLD is the duration of the lease in seconds. SEES is
/// `sees` if the process notices that owners have ended. The process ends or stops at STEP of its last round. It prints
/// each number that it writes on a line of standard output.
enum LeaseProbe {
  static func run(_ arguments: [String]) async throws {
    guard arguments.count >= 4, let rounds = Int(arguments[1]), let hold = Double(arguments[2]) else { exit(64) }
    let (folder, seesProcesses) = (URL(fileURLWithPath: arguments[0]), arguments[3] == "sees")
    let end = arguments.count > 4 ? End<FileLease.Step>(arguments[4]) : nil
    for round in 1...rounds {
      var isCounted = false
      while !isCounted {
        let lease = try await FileLease.acquire(
          folder.appendingPathComponent("lease").path, for: .seconds(hold), seesProcesses: seesProcesses
        ) { step in
          guard round == rounds, step == end?.exitPoint else { return }
          // A process that continues after its stop may reach the step again.
          if mkdir(folder.appendingPathComponent("stopped-\(getpid())").path, 0o700) == 0 { step.exitOrStop(at: end) }
        }
        isCounted = try count(in: folder, holding: lease)
        lease.release()
      }
    }
  }

  /// - Returns: `false` if another process may have taken the lease.
  private static func count(in folder: URL, holding lease: FileLease) throws -> Bool {
    guard lease.extend() else { return false }
    let (file, guest) = (folder.appendingPathComponent("count"), folder.appendingPathComponent("guest"))
    // This fails if two processes own the lease at the same time.
    guard mkdir(guest.path, 0o700) == 0 else { exit(3) }
    let number = (Int((try? String(contentsOf: file, encoding: .utf8)) ?? "") ?? 0) + 1
    try Data("\(number)".utf8).write(to: file)
    print(number)
    // A process that ends has written every number that it counted.
    fflush(nil)
    guard rmdir(guest.path) == 0 else { exit(4) }
    return true
  }
}
