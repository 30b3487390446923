/// Files, YAML, and `extends`.
package struct FileCodes: DiagnosticArea {
  package let title = "Files, YAML, and families"

  package let unreadableFile = DiagnosticCode(
    "unreadable-file", .error,
    """
    A file can't be read, or isn't valid UTF-8. Check the path and the file's permissions. A name without a slash and \
    without .yaml refers to the catalog or to a folder.
    """,
    reason: "If a file were skipped, the run would succeed without generating everything.",
    .none(because: "the problem isn't in the descriptor."))

  package let fileTooLarge = DiagnosticCode(
    "file-too-large", .error, covers: .wholeFile,
    """
    A file is larger than 256 KiB, or than 4 MiB if 'authgen import' reads it. Descriptors have a few hundred lines, so \
    the path is probably wrong.
    """,
    reason: "Descriptors can come from untrusted sources. The limit keeps one file from using up all time and memory.",
    .none(because: "the file would be too long."))

  package let forbiddenCharacter = DiagnosticCode(
    "forbidden-character", .error,
    """
    A file contains a control character, an invisible character, a character that changes the writing direction, or \
    too many combining marks in a row. Delete it. These characters include variation selectors, soft hyphens, fillers, and \
    private-use characters. To write a line break, use \\n in double quotes.
    """,
    reason: """
      Such a character can make a file look different from its actual content, so a reviewer would approve something \
      else (CVE-2021-42574).
      """,
    .descriptor(
      wrong: #"provenance: { reason: "read\u202E only" }"#,
      right: #"provenance: { reason: "read only" }"#))

  package let invalidYAML = DiagnosticCode(
    "invalid-yaml", .error,
    "The file isn't valid YAML. The parser reports the line at which it stopped, which is often one line too late.",
    reason: "The meaning of malformed YAML is ambiguous, and a guess could be wrong.",
    .descriptor(wrong: "token: { encoding: form", right: "token: { encoding: form }"))

  package let duplicateKey = DiagnosticCode(
    "duplicate-key", .error,
    "A key occurs twice in the same map. Delete one of the two.",
    reason: "YAML parsers differ in which value they use, so the meaning of the file would depend on the parser.",
    .descriptor(
      wrong: "token: { encoding: form, encoding: json }",
      right: "token: { encoding: form }"))

  package let notPlainYAML = DiagnosticCode(
    "not-plain-yaml", .error,
    """
    Anchors, aliases, merge keys, tags, and keys that aren't strings aren't allowed. Write out the value, or inherit it \
    from another file with 'extends'.
    """,
    reason: """
      Every value should be visible where it applies. In addition, nested aliases can expand a small file to an \
      enormous size.
      """,
    .descriptor(wrong: "token: &body { encoding: form }", right: "token: { encoding: form }"))

  package let unknownDescriptor = DiagnosticCode(
    "unknown-descriptor", .error,
    "The catalog doesn't contain this ID. 'authgen providers' lists all IDs. To use your own file, write its path.",
    reason: "Without its family, a descriptor doesn't have the defaults that it relies on.",
    .descriptor(wrong: "extends: odic", right: "extends: oidc"))

  package let extendsCycle = DiagnosticCode(
    "extends-cycle", .error,
    "A file extends itself, directly or through other files. Let one of them extend 'oidc' or 'oauth2' instead.",
    reason: "The values of the files could never be resolved.",
    .descriptor(wrong: "extends: acme.yaml", right: "extends: oidc"))

  package let extendsDepth = DiagnosticCode(
    "extends-depth", .error,
    "The chain of 'extends' has more than 16 files. Combine some of them.",
    reason: "The origin of a value would be hard to find. The limit also stops cycles of symbolic links.",
    .none(because: "it would need 17 files."))

  package let abstractDescriptor = DiagnosticCode(
    "abstract-descriptor", .error,
    """
    A descriptor with 'abstract: true' is a family: other descriptors extend it, and no client is generated for it. \
    Remove the key, or use a descriptor that extends this one.
    """,
    reason: "A family doesn't contain the server that every client needs.",
    .descriptor(wrong: "abstract: true", right: "abstract: false"))

  package let unusableDocument = DiagnosticCode(
    "unusable-document", .error,
    """
    'authgen import' can't make a draft from a document. Paste a discovery document, an OpenAPI document, or a curl \
    command with its response, exactly as the server sends it.
    """,
    reason: "A draft from a misunderstood document would look right and fail later.",
    .none(because: "the problem isn't in the descriptor."))
}
