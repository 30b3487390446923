import AuthDescriptor
import AuthGenerator
import Foundation

/// From descriptors to files, several at a time.
struct DescriptorWork: Sendable {
  /// What became of one descriptor.
  struct Result: Sendable {
    /// Absent if it has an error or is a family.
    var claim: OutputClaim?
    /// Kept only where the product needs all descriptors at once: thousands of them take a gigabyte.
    var descriptor: LoadedDescriptor?
    var files: [GeneratedFile] = []
    var diagnostics: [Diagnostic] = []
  }

  let loader: DescriptorLoader
  let product: DescriptorProduct

  /// More would only wait for memory.
  private static let workerLimit = 8

  /// The results in the order of the inputs.
  func results(of inputs: [DescriptorInputs.Input], console: Console) -> [Result] {
    let board = Board(inputs, progress: Progress(total: inputs.count, console: console))
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let workers = min(inputs.count, cores, Self.workerLimit)
    DispatchQueue.concurrentPerform(iterations: workers) { _ in
      // A generator belongs to one task.
      let maker = product.maker(loader)
      while let (index, input) = board.next() { board.put(result(of: input, maker), at: index) }
    }
    return board.finish()
  }

  private func result(of input: DescriptorInputs.Input, _ maker: DescriptorProduct.Maker) -> Result {
    var result = Result()
    do throws(DiagnosticsError) {
      let loaded = try input.isMember ? loader.load(member: input.reference) : loader.load(input.reference)
      guard let descriptor = loaded else { return result }
      result.claim = OutputClaim(descriptor)
      if product.needsAllDescriptors { result.descriptor = descriptor }
      result.diagnostics = descriptor.warnings
      result.files = try maker(descriptor)
    } catch {
      result.diagnostics += error.diagnostics
    }
    return result
  }
}

/// What is to be done and what is done. Unchecked, for everything is only touched while `lock` is held.
private final class Board: @unchecked Sendable {
  private let lock = NSLock()
  private let inputs: [DescriptorInputs.Input]
  private var results: [DescriptorWork.Result]
  private var started = 0
  private var progress: Progress

  init(_ inputs: [DescriptorInputs.Input], progress: Progress) {
    self.inputs = inputs
    self.progress = progress
    results = Array(repeating: DescriptorWork.Result(), count: inputs.count)
  }

  func next() -> (Int, DescriptorInputs.Input)? {
    lock.withLock {
      guard started < inputs.count else { return nil }
      defer { started += 1 }
      return (started, inputs[started])
    }
  }

  func put(_ result: DescriptorWork.Result, at index: Int) {
    lock.withLock {
      results[index] = result
      progress.step()
    }
  }

  func finish() -> [DescriptorWork.Result] {
    lock.withLock {
      progress.finish()
      return results
    }
  }
}
