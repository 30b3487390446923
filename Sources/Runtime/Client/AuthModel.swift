#if canImport(Combine)
  import Combine

  /// The session of one client as an observable object, for SwiftUI and UIKit.
  ///
  /// Create one model for the app, keep it in a `@StateObject`, and pass it down with `environmentObject(_:)`:
  ///
  /// ```swift
  /// struct RootView: View {
  ///   @StateObject private var model = AuthModel(client)
  ///   @Environment(\.scenePhase) private var scenePhase
  ///
  ///   var body: some View {
  ///     VStack {
  ///       switch model.state {
  ///       case .unknown, .signingIn:
  ///         ProgressView()
  ///       case .signedOut:
  ///         Button("Sign in") {
  ///           Task { await model.signIn { try await $0.signIn(scopes: [.openid]) } }
  ///         }
  ///       case .signedIn(let user):
  ///         Text(user.id)
  ///         Button("Sign out") { Task { await model.signOut() } }
  ///       }
  ///       if let failure = model.failure { Text(failure.recovery.description) }
  ///     }
  ///     .task(id: scenePhase) {
  ///       if scenePhase == .active { await model.refreshState() }
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// With an API that doesn't identify the user, the state has an ``AccessGrant``:
  ///
  /// ```swift
  /// await model.signIn { try await $0.authorize(scopes: [.read]) }
  /// if let grant = model.grant { Text("Connected until \(grant.expiresAt ?? .distantFuture)") }
  /// ```
  ///
  /// The model follows ``AuthClient/sessionStates()`` until it is deallocated. Sign-ins and sign-outs through another
  /// copy of the client therefore also change ``state``. Deallocating the model changes nothing in the session.
  ///
  /// The model was tested on Linux with a minimal Combine (`scripts/check-platforms --behavior`), and **not on Apple's
  /// platforms**.
  @MainActor public final class AuthModel<Provider: SessionDescribing>: ObservableObject {
    /// The client whose session the model shows.
    public typealias Client = AuthClient<Provider>
    /// The failures of the client.
    public typealias Failure = AuthFailure<Provider.ErrorCode>

    /// Whether there is a session.
    public enum State: Sendable, Hashable {
      /// The store hasn't been read yet, or can't be read. ``AuthModel/error`` has the reason.
      case unknown
      /// No user is signed in, or no user has granted access.
      case signedOut
      /// A sign-in is in progress.
      case signingIn
      /// A user is signed in, or has granted access.
      case signedIn(Provider.SessionValue)
    }

    /// The state of the session.
    @Published public private(set) var state = State.unknown
    /// The error of the last sign-in, sign-out, or read of the session: a ``Failure``, or another error that your
    /// closure threw.
    ///
    /// A new sign-in or sign-out sets it to `nil`. It stays `nil` when the user closes the sign-in page, when a newer
    /// sign-in replaces this one, and when the task is canceled, because none of them needs a message.
    @Published public private(set) var error: (any Error)?
    /// ``error``, if the client threw it.
    public var failure: Failure? { error as? Failure }
    /// The client, for requests and tokens.
    public let client: Client

    /// The state without a sign-in in progress.
    private var settled = State.unknown
    private var signInsInProgress = 0
    /// Counts changes, so that a slow read doesn't replace a newer state.
    private var changes = 0
    /// Whether the error comes from reading the session. The next successful read then removes it.
    private var isReadError = false
    private var observation: Task<Void, Never>?
    /// Reads the session from the store, or as the client knows it.
    private let read: @Sendable (_ fromStore: Bool) async throws(Failure) -> Provider.SessionValue?

    /// Creates a model and starts to follow the session.
    public convenience init(_ client: Client) where Provider: UserIdentifying {
      self.init(client) { fromStore async throws(Failure) -> Provider.User? in
        fromStore ? try await client.storedUser() : try await client.user()
      }
    }

    /// Creates a model and starts to follow the session.
    public convenience init(_ client: Client) where Provider: AccessGranting {
      self.init(client) { fromStore async throws(Failure) -> AccessGrant? in
        fromStore ? try await client.storedGrant() : try await client.grant()
      }
    }

    private init(
      _ client: Client,
      read: @escaping @Sendable (_ fromStore: Bool) async throws(Failure) -> Provider.SessionValue?
    ) {
      self.client = client
      self.read = read
      // The task keeps the client and not the model, except while it updates the model.
      observation = Task { [weak self, client] in
        let states = await client.sessionStates()
        await self?.reload()
        for await _ in states { await self?.reload() }
      }
    }

    deinit { observation?.cancel() }

    /// The user or the grant of the session, or `nil`.
    fileprivate var value: Provider.SessionValue? {
      if case .signedIn(let value) = settled { value } else { nil }
    }

    /// Signs a user in, or lets a user grant access, with the method of the client that you call in the closure.
    ///
    /// ```swift
    /// await model.signIn { try await $0.signIn(scopes: [.openid, .email]) }
    /// ```
    ///
    /// ``state`` is ``State/signingIn`` until the method returns. An error is in ``error``, and ``state`` is then what
    /// it was before the call. Canceling the calling task cancels the sign-in and closes the sign-in page.
    ///
    /// - Parameter method: Calls a method of the client, such as `signIn`, or `authorize` without users.
    public func signIn(_ method: @MainActor (Client) async throws -> Provider.SessionValue) async {
      signInsInProgress += 1
      error = nil
      publish()
      do {
        settle(.signedIn(try await method(client)))
      } catch {
        await handle(error)
      }
      signInsInProgress -= 1
      publish()
    }

    /// Signs the user out with the method of the client that you call in the closure.
    ///
    /// ```swift
    /// await model.signOut { try await $0.signOut(federated: true) }
    /// ```
    ///
    /// - Parameter method: Calls a method of the client that ends the session.
    public func signOut(_ method: @MainActor (Client) async throws -> Void) async {
      error = nil
      do {
        try await method(client)
        settle(.signedOut)
      } catch {
        await handle(error)
      }
    }

    /// Reads the session from the store again, because an extension or another process may have changed it.
    ///
    /// Call it when the scene becomes active. It sends no request. While the store can't be read, the state stays as it
    /// is.
    public func refreshState() async {
      await reload(fromStore: true)
    }

    /// Publishes the client's current state. The newest read wins.
    private func reload(fromStore: Bool = false) async {
      changes += 1
      let started = changes
      do throws(Failure) {
        let value = try await read(fromStore)
        guard changes == started else {
          // A read that began later may have seen the session as it was before this one read the store.
          if fromStore { await reload() }
          return
        }
        settle(value.map(State.signedIn) ?? .signedOut)
        // The sign-in page makes the scene inactive, so this may run right after a sign-in has failed.
        if isReadError { (self.error, isReadError) = (nil, false) }
      } catch {
        if changes == started { show(error, isReadError: true) }
      }
    }

    /// Even a failed sign-in or sign-out may have changed the session.
    private func handle(_ error: any Error) async {
      await reload()
      show(error)
    }

    private func show(_ new: any Error, isReadError: Bool = false) {
      guard !(new is CancellationError), new as? Failure != .cancelled else { return }
      (error, self.isReadError) = (new, isReadError)
    }

    private func settle(_ new: State) {
      changes += 1
      settled = new
      publish()
    }

    private func publish() {
      let new = signInsInProgress > 0 ? .signingIn : settled
      if state != new { state = new }
    }
  }

  extension AuthModel where Provider: UserIdentifying {
    /// The signed-in user, or `nil`.
    public var user: Provider.User? { value }
  }

  extension AuthModel where Provider: AccessGranting {
    /// The grant of access, or `nil`.
    public var grant: AccessGrant? { value }
  }

  extension AuthModel where Provider: SessionEnding {
    /// Signs the user out, revokes the tokens where the server supports it, and ends the browser session.
    ///
    /// No user is signed in afterward, even if one of the steps fails. The error is in ``error``.
    public func signOut() async {
      await signOut { try await $0.signOut() }
    }
  }

  extension AuthClient where Provider: UserIdentifying {
    /// The signed-in user as the store has it now.
    fileprivate func storedUser() async throws(Failure) -> Provider.User? {
      try await run { core throws(StepFailure) in
        try await core.session.latest().flatMap { credential throws(StepFailure) in
          try credential.user(of: Provider.self)
        }
      }
    }
  }

  extension AuthClient where Provider: AccessGranting {
    /// The grant of access as the store has it now.
    fileprivate func storedGrant() async throws(Failure) -> AccessGrant? {
      try await run { core throws(StepFailure) in try await core.session.latest().map(AccessGrant.init) }
    }
  }
#endif
