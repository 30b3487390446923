import Foundation

/// The state of a sign-in without a browser, between its requests.
struct FirstPartyMemory: Sendable {
  /// The most requests of one sign-in. A server could demand steps forever.
  static let maximumRequests = 32
  /// The time that a sign-in may take. Polls end then, too.
  static let lifetime = Duration.seconds(1800)
  /// The longest value that is kept for a later request, in bytes.
  private static let maximumLength = 16 << 10

  /// The number of the newest step.
  private(set) var number = 0
  /// Whether an input is being sent.
  var isSending = false
  /// The time at which the sign-in ends.
  let deadline: Date
  /// The `auth_session` of the last response that had one (§5.3.1).
  private(set) var session: Secret?
  /// The values that later requests contain, by their names.
  private(set) var values: [String: JSONValue] = [:]
  /// The names of such values.
  private let names: Set<String>
  private var requests = 0
  private var isOver = false

  /// - Parameters:
  ///   - session: The `auth_session` of an earlier sign-in.
  ///   - start: The time at which the sign-in starts.
  init(_ rules: ProviderConfiguration.FirstPartyRules, continuing session: Secret?, from start: Date) {
    self.session = session
    names = Set(rules.all.flatMap(\.neededValues))
    deadline = start.addingTimeInterval(Self.lifetime.seconds)
  }

  /// - Throws: ``FirstPartyFailure/alreadyCompleted`` unless the step is the newest one, and
  ///   ``FirstPartyFailure/inputPending``.
  mutating func take(_ number: Int) throws(StepFailure) {
    guard !isOver, number == self.number else { throw .firstParty(.alreadyCompleted) }
    guard !isSending else { throw .firstParty(.inputPending) }
    isSending = true
  }

  /// - Throws: ``FirstPartyFailure/tooManySteps(limit:)``, or ``FirstPartyFailure/expired``.
  mutating func countRequest(at now: Date) throws(StepFailure) {
    guard requests < Self.maximumRequests else {
      isOver = true
      throw .firstParty(.tooManySteps(limit: Self.maximumRequests))
    }
    guard now < deadline else {
      isOver = true
      throw .firstParty(.expired)
    }
    requests += 1
  }

  /// Keeps the values that later requests contain.
  ///
  /// - Parameter sent: The parameters of the request.
  mutating func remember(_ reply: FirstPartyReply, after sent: [String: JSONValue]) throws(StepFailure) {
    if let new = try reply.authSession() { session = new }
    for (name, value) in sent where names.contains(name) { values[name] = value }
    for name in names {
      guard let value = reply.body.object?[name], let text = value.spelling else { continue }
      guard text.utf8.count <= Self.maximumLength else {
        throw .response(.unexpectedValue(name, endpoint: .authorizationChallenge))
      }
      values[name] = value
    }
  }

  /// Returns the first value that a step needs and that the client doesn't have.
  func missingValue(of step: ProviderConfiguration.FirstPartyStep) -> String? {
    step.neededValues.first { values[$0] == nil }
  }

  /// Starts the next step, and returns the response without the values that only the client needs.
  mutating func advance(after reply: FirstPartyReply) -> JSONValue {
    number += 1
    guard let members = reply.body.object else { return reply.body }
    return .object(members.filter { !names.contains($0.key) && $0.key != "auth_session" })
  }

  /// Ends the sign-in. No step takes an input from now on.
  mutating func end() {
    isOver = true
  }
}
