/// Keys and their values.
package struct LanguageCodes: DiagnosticArea {
  package let title = "The language"

  package let unknownKey = DiagnosticCode(
    "unknown-key", .error, isIsolated: true,
    "A key is none of the language at this place. Correct it to the one that the message names, or delete it.",
    reason: "A misspelt key that is ignored changes nothing, and nobody notices before users do.",
    .descriptor(wrong: "autorize: { omit: [max_age] }", right: "authorize: { omit: [max_age] }"))

  package let wrongType = DiagnosticCode(
    "wrong-type", .error,
    """
    A value is of another kind than the key wants: a list instead of text, say. Truth values are true and false \
    only, numbers are decimal digits without quotation marks.
    """,
    reason: "YAML would turn 'yes' into true and 12:30 into 750 in some readers. Here a text is the text in the file.",
    .descriptor(wrong: "scopes: { default: openid }", right: "scopes: { default: [openid] }"))

  package let unknownWord = DiagnosticCode(
    "unknown-word", .error,
    "A value is none of the words that the key knows. The message lists them.",
    reason: "Each word has one meaning that generated code acts on; another one would have none.",
    .descriptor(wrong: "token: { encoding: from }", right: "token: { encoding: form }"))

  package let missingKey = DiagnosticCode(
    "missing-key", .error,
    "Something that a client cannot do without is not said, here or in a family. Add the key.",
    reason: "A default that fits most servers and not this one would be a mistake that shows at sign-in only.",
    .descriptor(
      wrong: "errors: { account_blocked: { doc: Too many attempts. } }",
      right: "errors: { account_blocked: { recovery: retry_later, doc: Too many attempts. } }"))

  package let notSupported = DiagnosticCode(
    "not-supported", .error, isIsolated: true,
    """
    A key or word belongs to the language, but this version cannot act on it. Leave it out, and do in the app what it \
    would say; or use a later version.
    """,
    reason: "A fact that is silently ignored would give a client that does not do what its descriptor says.",
    .descriptor(wrong: "authorize: { par: required }", right: "# Nothing here: the app does it."))

  package let invalidExpression = DiagnosticCode(
    "invalid-expression", .error,
    """
    A text does not follow the small language of its place: a path (a.b[0].c), a selector (name | login), a condition \
    (has(error)), a template ({domain}), a function (sha256hex({code})) or a regular expression.
    """,
    reason: "Nothing in YAML is code: only these closed languages say how answers are read.",
    .descriptor(
      wrong: "token: { response: { root: data..user } }",
      right: "token: { response: { root: data.user } }"))
}
