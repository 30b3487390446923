/// Files, YAML, and what a file extends.
package struct FileCodes: DiagnosticArea {
  package let title = "Files, YAML and families"

  package let unreadableFile = DiagnosticCode(
    "unreadable-file", .error,
    """
    A file cannot be read, or is not UTF-8 text. Check the path and who may read it. A name without a slash and \
    without .yaml is looked for in the catalog, or as a folder.
    """,
    reason: "A run that left a file out would make less than was asked for, and say that all is well.",
    .none(because: "what is wrong is not in the descriptor."))

  package let fileTooLarge = DiagnosticCode(
    "file-too-large", .error, covers: .wholeFile,
    "A file is longer than 256 KiB. A descriptor has some hundred lines; probably another file was named.",
    reason: "Some descriptors come from strangers. A limit keeps a single file from taking all time and memory.",
    .none(because: "it would be long."))

  package let forbiddenCharacter = DiagnosticCode(
    "forbidden-character", .error,
    """
    A text has a control character, or one that is invisible or changes the direction of writing. Variation selectors, \
    soft hyphens, fillers and private-use characters are among them. Delete it; write a line break as \\n between double \
    quotes.
    """,
    reason: """
      Such a character makes a file look different from what it says, so that a reviewer approves something else \
      (CVE-2021-42574).
      """,
    .descriptor(
      wrong: #"provenance: { reason: "read\u202E only" }"#,
      right: #"provenance: { reason: "read only" }"#))

  package let invalidYAML = DiagnosticCode(
    "invalid-yaml", .error,
    "The file is not YAML. The message is the parser's; the place is where it stopped, often one line too late.",
    reason: "What cannot be parsed cannot be understood, and a guess could be wrong.",
    .descriptor(wrong: "token: { encoding: form", right: "token: { encoding: form }"))

  package let duplicateKey = DiagnosticCode(
    "duplicate-key", .error,
    "A key stands twice in one map. Keep one of the two.",
    reason: "Parsers differ in which of them counts, so the file would mean different things to different readers.",
    .descriptor(
      wrong: "token: { encoding: form, encoding: json }",
      right: "token: { encoding: form }"))

  package let notPlainYAML = DiagnosticCode(
    "not-plain-yaml", .error,
    """
    Anchors, aliases, merge keys, tags and keys that are not text are not part of the language. Write the value where \
    it belongs, or take it over from another file with 'extends'.
    """,
    reason: """
      A file should say what it says where it says it. Aliases can also be nested so that a small file becomes an \
      endless one.
      """,
    .descriptor(wrong: "token: &body { encoding: form }", right: "token: { encoding: form }"))

  package let unknownDescriptor = DiagnosticCode(
    "unknown-descriptor", .error,
    "No descriptor of the catalog has this id. 'authgen providers' lists them; a path names a file of your own.",
    reason: "Without its family a descriptor lacks the defaults that it counts on.",
    .descriptor(wrong: "extends: odic", right: "extends: oidc"))

  package let extendsCycle = DiagnosticCode(
    "extends-cycle", .error,
    "A file extends itself, by way of others or at once. Let one of them extend 'oidc' or 'oauth2' instead.",
    reason: "There would be no first value that the others could lie over.",
    .descriptor(wrong: "extends: acme.yaml", right: "extends: oidc"))

  package let extendsDepth = DiagnosticCode(
    "extends-depth", .error,
    "'extends' goes through more than 16 files. Join some of them.",
    reason: "Nobody could tell any more where a value comes from; and the limit ends circles of symbolic links.",
    .none(because: "it would need 17 files."))

  package let abstractDescriptor = DiagnosticCode(
    "abstract-descriptor", .error,
    """
    A descriptor with 'abstract: true' is a family: others extend it, and it makes no client. Leave the key out, or \
    name the descriptor that extends this one.
    """,
    reason: "A family lacks what every client needs: a server to talk to.",
    .descriptor(wrong: "abstract: true", right: "abstract: false"))
}
