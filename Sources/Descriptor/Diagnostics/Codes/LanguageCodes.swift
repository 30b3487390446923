/// Keys and their values.
package struct LanguageCodes: DiagnosticArea {
  package let title = "The language"

  package let unknownKey = DiagnosticCode(
    "unknown-key", .error, isIsolated: true,
    "This key isn't valid here. Change it to the one in the message, or delete it.",
    reason: "If a misspelled key were ignored, it would have no effect, and users would be the first to notice.",
    .descriptor(wrong: "autorize: { omit: [max_age] }", right: "authorize: { omit: [max_age] }"))

  package let wrongType = DiagnosticCode(
    "wrong-type", .error,
    """
    A value has the wrong type for its key, such as a list instead of a string. The only Boolean values are true and \
    false. Numbers are decimal digits without quotation marks.
    """,
    reason: "Some YAML parsers read 'yes' as true and 12:30 as 750. Here, a string is exactly the text in the file.",
    .descriptor(wrong: "scopes: { default: openid }", right: "scopes: { default: [openid] }"))

  package let unknownWord = DiagnosticCode(
    "unknown-word", .error,
    "This key doesn't accept this value. Use one of the values in the message.",
    reason: "Each accepted value has a defined effect on the generated code. Any other value would have no effect.",
    .descriptor(wrong: "token: { encoding: from }", right: "token: { encoding: form }"))

  package let missingKey = DiagnosticCode(
    "missing-key", .error,
    "A required key is missing from both this descriptor and its family. Add the key.",
    reason: "A default might fit most servers but not this one, and the mistake would only show when a user signs in.",
    .descriptor(
      wrong: "errors: { account_blocked: { doc: Too many attempts. } }",
      right: "errors: { account_blocked: { recovery: retry_later, doc: Too many attempts. } }"))

  package let notSupported = DiagnosticCode(
    "not-supported", .error, isIsolated: true,
    """
    A key or value is part of the language, but this version doesn't support it. Remove it and implement its effect in \
    the app, or use a later version.
    """,
    reason: "If a key were silently ignored, the client wouldn't do what its descriptor says.",
    .descriptor(wrong: "swift: { module: AcmeAuth }", right: "# Nothing here, because the app implements it."))

  package let invalidExpression = DiagnosticCode(
    "invalid-expression", .error,
    """
    A string doesn't follow the grammar of its key. Depending on the key, it's a path (a.b[0].c), a selector \
    (name | login), a condition (has(error)), a template ({domain}), a function (sha256hex({code})), or a regular \
    expression.
    """,
    reason: "YAML must not contain code. Only these restricted grammars describe how responses are read.",
    .descriptor(
      wrong: "token: { response: { root: data..user } }",
      right: "token: { response: { root: data.user } }"))
}
