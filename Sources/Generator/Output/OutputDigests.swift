import AuthDescriptor

/// The SHA-256 digests of the files that a run generated.
package struct OutputDigests: Sendable, Hashable {
  /// The digest of each file, including the folder's list, by its path in the output folder.
  package var files: [String: String]

  package init(files: [String: String]) {
    self.files = files
  }

  /// The result of a run that changes none of the files, sorted by path.
  package var unchanged: [OutputPlan.Step] {
    files.keys.filter { $0 != OutputManifest.fileName }.sorted().map { OutputPlan.Step(path: $0, action: .unchanged) }
  }
}

extension OutputPlan {
  /// The digests of the folder's files after the changes.
  ///
  /// They're `nil` if the folder's list names descriptors of other runs. A run also removes the files of descriptors that
  /// no longer exist, so current digests wouldn't mean that the run changes nothing.
  package var digests: OutputDigests? {
    guard let list, !isShared else { return nil }
    let digests = (files + [list]).map { ($0.path, SHA256Digest(of: $0.contents).text) }
    return OutputDigests(files: Dictionary(digests) { first, _ in first })
  }
}

extension OutputFolder {
  /// Whether all files have these digests, and no file is left of a run that was killed.
  package func isCurrent(_ digests: OutputDigests) -> Bool {
    reading { output in
      !output.hasStagedFiles
        && digests.files.allSatisfy { path, digest in
          output.contents(path, atMost: OutputManifest.maximumBytes).map { SHA256Digest(of: $0).text } == digest
        }
    } failing: { _ in
      false
    }
  }
}

extension OutputFiles {
  /// Whether a process that was killed left a file that it staged.
  fileprivate var hasStagedFiles: Bool { folder?.names.contains(where: StagedName.isOne) ?? false }
}
