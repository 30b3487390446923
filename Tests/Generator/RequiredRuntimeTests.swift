import AuthConfiguration
import Foundation
import TestSupport
import Testing

@testable import AuthGenerator

/// Compiles generated files with runtimes that are too old or too new for them.
@Suite struct `A generated file and its runtime` {
  private static let reference = "RequiresAuthRuntime.\(PackageVersion.runtimeVersion)"

  @Test func `A generated file names the runtime's version that it needs once, as the article shows`() throws {
    let file = try generate(acme)
    #expect(file.ranges(of: Self.reference).count == 1)
    let article = try String(contentsOf: Repository.file("Documentation.docc/Versions.md"), encoding: .utf8)
    let lines = file.split(separator: "\n")
    let index = try #require(lines.firstIndex { $0.contains(Self.reference) })
    #expect(article.contains(lines[(index - 1)...index].joined(separator: "\n")), "the article shows other lines")
    #expect(PackageVersion.runtimeVersion(of: "1.4.2") == "Version_1_4")
    #expect(PackageVersion.runtimeVersion(of: "0.12.0-dev") == "Version_0_12")
  }

  @Test func `A file for a newer runtime has one error, which names the version`() async throws {
    let newer = try generate(acme).replacing(Self.reference, with: "RequiresAuthRuntime.Version_999_0")
    let errors = try await withFile(newer) { try await TypeCheck.errors(inFiles: [$0]) }
    #expect(errors.count == 1)
    #expect(errors.first?.hasSuffix(": " + Self.missing("Version_999_0", in: "AuthConfiguration")) == true, "\(errors)")
  }

  @Test(arguments: [
    ("", missing(PackageVersion.runtimeVersion, in: "AuthRuntime")),
    (
      """
      @available(*, unavailable, message: "generate this file again")
      public enum \(PackageVersion.runtimeVersion) {}
      """,
      "error: '\(PackageVersion.runtimeVersion)' is unavailable: generate this file again"
    ),
  ]) func `A runtime that lacks the version, or has dropped it, causes one error`(
    members: String, expected: String
  ) async throws {
    let file = try generate(acme)
    let end = try #require(file.range(of: Self.reference)?.upperBound)
    // A stub declares only the versions, so only the head of the file can compile with it.
    let errors = try await withFile(String(file[..<end])) { path in
      let runtime = path + "-runtime.swift"
      try Data("public enum RequiresAuthRuntime { \(members) }\n".utf8).write(to: URL(fileURLWithPath: runtime))
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
      let module = folder + "/AuthRuntime.swiftmodule"
      let emitting = ["-emit-module", "-module-name", "AuthRuntime", "-emit-module-path", module, runtime]
      #expect(try await compile(emitting) == [])
      return try await compile(["-typecheck", "-I", folder, path])
    }
    #expect(errors.count == 1)
    #expect(errors.first?.hasSuffix(": " + expected) == true, "\(errors)")
  }

  private static func missing(_ version: String, in module: String) -> String {
    "error: '\(version)' is not a member type of enum '\(module).RequiresAuthRuntime'"
  }

  /// Writes a Swift file into a new folder, which is deleted afterward.
  private func withFile(_ contents: String, _ use: (_ path: String) async throws -> [String]) async throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("Acme.swift")
    try Data(contents.utf8).write(to: file)
    return try await use(file.path)
  }

  /// Runs the compiler without this package's modules, and returns its errors.
  private func compile(_ arguments: [String]) async throws -> [String] {
    let options = ["swiftc", "-parse-as-library", "-swift-version", "6", "-diagnostic-style", "llvm"]
    let outcome = try await Command.run(URL(fileURLWithPath: "/usr/bin/env"), options + arguments)
    return outcome.errors.split(separator: "\n").filter { $0.contains(": error: ") }.map(String.init)
  }
}
