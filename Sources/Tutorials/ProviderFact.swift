/// A fact about a client: a row on the provider's page and, if it is compared, a column of the matrix.
///
/// Each fact is declared once, in ``all``. The page and the matrix both iterate over this list.
struct ProviderFact: Sendable {
  /// A table of the page and of the matrix.
  enum Topic: String, CaseIterable, Sendable {
    case signIn = "Sign-in"
    case client = "Client"
    case session = "Refresh"
    case signOut = "Sign-out"
    case tokens = "Tokens"
    case endpoints = "Endpoints"
    case phones = "Callbacks on phones"
    case computers = "Callbacks on computers"
    case verification = "Verification"

    /// The sentences above the table of the matrix.
    var legend: String {
      switch self {
      case .signIn:
        "`code` is the authorization code flow, and `device` is a sign-in on another device. PKCE with `S256` protects the code."
      case .client:
        "The app or your own server exchanges the code. `key` is a private key that signs a JWT in place of the secret."
      case .session:
        "With rotation, each refresh returns a new refresh token. `setting` means that you choose in the provider's console."
      case .signOut:
        "A browser sign-out ends the session at the provider. The last column lists the tokens that the provider revokes."
      case .tokens:
        """
        An API verifies a JWT with the provider's public keys. It can verify a token that the descriptor treats as \
        `opaque` only if the provider supports introspection.
        """
      case .endpoints: "Introspection verifies a token at the provider, and userinfo returns the user's claims."
      case .phones:
        "`https` is a page of your site, and a scheme is the app's own. A dash means that the descriptor lists no callback URL."
      case .computers: "`http` is a loopback address on the user's computer, such as `http://127.0.0.1:8765/callback`."
      case .verification:
        """
        The date on which the sources were last read, the number of descriptor keys that no source confirms, and the \
        number of groups of keys that the provider's documentation confirms.
        """
      }
    }
  }

  /// The value of a fact.
  struct Value: Sendable {
    /// A word or two, for a cell of the matrix.
    let word: String
    /// Markdown for the page, or `nil` if there is nothing to say.
    let text: String?

    init(_ word: String, _ text: String?) {
      (self.word, self.text) = (word, text)
    }
  }

  let topic: Topic
  /// The title of the row and of the column.
  let title: String
  /// Whether the matrix has a column for it.
  let isCompared: Bool
  let value: @Sendable (ClientFacts) -> Value

  /// A fact of the page and of the matrix.
  static func compared(_ topic: Topic, _ title: String, _ value: @escaping @Sendable (ClientFacts) -> Value) -> Self {
    Self(topic: topic, title: title, isCompared: true, value: value)
  }

  /// A fact of the page alone.
  static func detail(_ topic: Topic, _ title: String, _ text: @escaping @Sendable (ClientFacts) -> String?) -> Self {
    Self(topic: topic, title: title, isCompared: false) { Value("", text($0)) }
  }

  /// Every fact, in the order of the pages.
  static let all = signIn + client + session + signOut + tokens + endpoints + callbacks + verification
}
