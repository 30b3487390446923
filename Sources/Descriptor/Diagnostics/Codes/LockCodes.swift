/// The facts in `auth-generator.lock`.
package struct LockCodes: DiagnosticArea {
  package let title = "Locked facts"

  package let changedFact = DiagnosticCode(
    "changed-fact", .warning,
    """
    A fact of a client differs from the file auth-generator.lock next to the descriptor. Find out whether the change \
    affects your app. Then run 'authgen lock', and commit the file.
    """,
    reason: "A new version of the catalog changes clients although the app's own files are the same.",
    .none(because: "the descriptor is valid."))

  package let changedUserID = DiagnosticCode(
    "changed-user-id", .error,
    """
    The claim that identifies users, 'userinfo.map.id', differs from the file auth-generator.lock. If your app stores \
    data under the ID of its users, set the key to the old value in your descriptor, or move the data. Then run \
    'authgen lock', and commit the file.
    """,
    reason: "With another ID, the app treats every user as a new one, or gives the data of one user to another.",
    .none(because: "the descriptor is valid."))

  package let unlockedDescriptor = DiagnosticCode(
    "unlocked-descriptor", .warning,
    "The file auth-generator.lock doesn't list a descriptor next to it. Run 'authgen lock', and commit the file.",
    reason: "Changes to the facts of this client would remain unnoticed.",
    .none(because: "the descriptor is valid."))

  package let invalidLock = DiagnosticCode(
    "invalid-lock", .error, covers: .wholeFile,
    """
    The file auth-generator.lock can't be read, was edited, or was written by another version. Restore it, or run \
    'authgen lock' to write it again.
    """,
    reason: "If a damaged lock were ignored, changes would remain unnoticed.",
    .none(because: "the problem isn't in the descriptor."))
}
