import Foundation
import TestSupport
import Testing

@testable import AuthDescriptor

@Suite struct `The list of checks` {
  /// Swift can't list functions, so this test reads the source files. A rule is a function from a context to findings.
  @Test func `The list of checks contains every rule once`() throws {
    let folder = Repository.file("Sources/Descriptor/Validation")
    let list = try String(contentsOf: folder.appendingPathComponent("Checks.swift"), encoding: .utf8)
    let files = try FileManager.default.contentsOfDirectory(
      at: folder.appendingPathComponent("Checks"), includingPropertiesForKeys: nil)
    var rules = 0
    for file in files where file.pathExtension == "swift" {
      let group = file.deletingPathExtension().lastPathComponent
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        guard let rule = line.wholeMatch(of: #/ +@Sendable static func (\w+)\(_ context: CheckContext\) .*/#)?.1 else {
          continue
        }
        rules += 1
        #expect(list.components(separatedBy: " \(group).\(rule),").count == 2, "\(group).\(rule)")
      }
    }
    #expect(rules == Checks.all.count)
  }
}

@Suite struct `The list of codes` {
  @Test func `The list of codes contains every code of every area, with unique names`() throws {
    let codes = DiagnosticCode.allCases
    #expect(Set(codes.map(\.rawValue)).count == codes.count)
    let files = try FileManager.default.contentsOfDirectory(
      at: Repository.file("Sources/Descriptor/Diagnostics/Codes"), includingPropertiesForKeys: nil)
    #expect(DiagnosticCode.areas.count == files.count, "every file in Codes is an area")
    #expect(codes.allSatisfy { DiagnosticCode(rawValue: $0.rawValue) == $0 })
    #expect(DiagnosticCode(rawValue: "unknown") == nil)
    for area in DiagnosticCode.areas {
      #expect(!area.title.isEmpty)
      // The title is the only property that isn't a code.
      #expect(area.codes.count == Mirror(reflecting: area).children.count - 1)
    }
  }
}
