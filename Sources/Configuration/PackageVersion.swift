/// The version of this package. Commands print it, generated files name its first two numbers, and a release is named after it.
///
/// `scripts/check-api` compares it with `CHANGELOG.md`. Between releases, it's the version of the next release, followed by
/// `-dev`. A new minor version needs a member of ``RequiresAuthRuntime``, or the reference clients don't compile.
package enum PackageVersion {
  package static let current = "0.1.0-dev"

  /// The member of ``RequiresAuthRuntime`` that generated files name.
  package static let runtimeVersion = runtimeVersion(of: current)

  /// Returns the member of ``RequiresAuthRuntime`` for a version, such as `Version_1_4` for `1.4.2`.
  package static func runtimeVersion(of version: String) -> String {
    "Version_" + version.split(separator: ".").prefix(2).joined(separator: "_")
  }
}

/// The versions of generated files that this runtime supports.
///
/// Each generated file names the version of `authgen` that wrote it. If the runtime is older, the file doesn't compile,
/// because the member is missing. If the runtime no longer supports the version, the member is unavailable, and the
/// compiler shows its message.
public enum RequiresAuthRuntime {
  /// The files that `authgen` 0.1 generates.
  public enum Version_0_1 {}
}
