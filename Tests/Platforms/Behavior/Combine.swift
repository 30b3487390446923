// The parts of Combine that the runtime uses, with an implementation: published properties report each change to
// `Changes`.

public protocol ObservableObject: AnyObject {}

/// The changes of published properties.
@MainActor public enum Changes {
  private static var waiting: [CheckedContinuation<Void, Never>] = []

  static func report() {
    defer { waiting = [] }
    for continuation in waiting { continuation.resume() }
  }

  /// Waits for the next change.
  public static func next() async {
    await withCheckedContinuation { waiting.append($0) }
  }
}

@propertyWrapper public struct Published<Value> {
  private var value: Value

  public init(wrappedValue: Value) { value = wrappedValue }

  @available(*, unavailable) public var wrappedValue: Value {
    get { fatalError() }
    set {}
  }

  @MainActor
  public static subscript<Owner: AnyObject>(
    _enclosingInstance owner: Owner, wrapped property: ReferenceWritableKeyPath<Owner, Value>,
    storage storage: ReferenceWritableKeyPath<Owner, Published<Value>>
  ) -> Value {
    get { owner[keyPath: storage].value }
    set {
      owner[keyPath: storage].value = newValue
      Changes.report()
    }
  }
}
