import AuthDescriptor

/// Checks whether a generated file's name is valid on every system and in the folder's list.
package enum OutputName {
  /// Checks the files' names, and the path of their descriptor.
  ///
  /// - Throws: A finding if a file's name isn't valid, or if the descriptor's path contains a line break.
  package static func check(_ files: [GeneratedFile], of descriptor: LoadedDescriptor) throws(DiagnosticsError) {
    for file in files {
      guard let problem = problem(file.path) ?? sourceProblem(descriptor.file) else { continue }
      let place =
        descriptor.isOfApp ? SourceLocation(file: descriptor.file) : descriptor.location(of: ["swift", "type"])
      throw DiagnosticsError([Diagnostic(.generation.unwritableOutput, problem, at: place)])
    }
  }

  static func problem(_ path: String) -> String? {
    for name in path.pathComponents {
      if FileName.isReserved(name) {
        return
          "the generated file '\(path)' can't exist on Windows, which reserves the name '\(name)'; choose another one"
      }
      if name.contains(" from ") || name.hasPrefix(".") || FileName.hasUnsafeCharacter(name) {
        return "the folder's list can't hold the name of the generated file '\(name)'; "
          + "rename the descriptor, such as to 'AcmeLogin.auth.yaml'"
      }
    }
    return nil
  }

  private static func sourceProblem(_ path: String) -> String? {
    path.contains(where: \.isNewline)
      ? "the folder's list can't hold the descriptor's path; remove the line break" : nil
  }
}
