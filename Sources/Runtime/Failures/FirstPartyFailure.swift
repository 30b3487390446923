/// The reason that a step of a sign-in without a browser wasn't sent (draft-ietf-oauth-first-party-apps, a draft).
public enum FirstPartyFailure: Error, Sendable, Hashable {
  /// The server has accepted an input for this step before, or the sign-in has ended. Only the newest step takes inputs.
  case alreadyCompleted
  /// Another input for the step is being sent.
  case inputPending
  /// The server doesn't accept this input now. The associated values are the name of the input and the names of those
  /// that it accepts.
  case unexpectedInput(String, expected: [String])
  /// A single value can't be assigned to one of the inputs that the server accepts, or to one of their parameters. Use one
  /// of the named functions.
  case ambiguousValue(expected: [String])
  /// The server demanded more steps than the limit.
  case tooManySteps(limit: Int)
  /// The sign-in took longer than the limit.
  case expired
}

extension FirstPartyFailure: FailureReason {
  var explanation: String {
    switch self {
    case .alreadyCompleted: "this step is complete, or the sign-in has ended"
    case .inputPending: "another input for this step is being sent"
    case .unexpectedInput(let name, let expected):
      "the server doesn't accept the input '\(name)' now; it accepts \(expected.joined(separator: ", "))"
    case .ambiguousValue(let expected):
      "the value could belong to more than one parameter of the accepted inputs: \(expected.joined(separator: ", "))"
    case .tooManySteps(let limit): "the server demanded more than \(limit) steps"
    case .expired: "the sign-in took too long"
    }
  }

  var recovery: Recovery {
    switch self {
    case .alreadyCompleted, .inputPending, .unexpectedInput, .ambiguousValue: .fix(.firstPartyInput)
    case .tooManySteps, .expired: .reauthenticate
    }
  }
}
