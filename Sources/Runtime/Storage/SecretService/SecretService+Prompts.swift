#if os(Linux)
  internal import AuthDBus

  /// Prompts that the service shows to the user.
  extension SecretService {
    /// Shows the prompt that a call returned, and waits for the user.
    ///
    /// If the user doesn't respond, the prompt isn't dismissed: `Dismiss` made gnome-keyring 42 exit, and the service removes
    /// the prompt when the connection closes.
    func settle(prompt: String?) throws(SecretServiceError) {
      guard let prompt, prompt != Self.nothing else { return }
      let completed = "type='signal',interface='org.freedesktop.Secret.Prompt',member='Completed',path='\(prompt)'"
      let gone = "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(Self.name)'"
      for rule in [completed, gone] { _ = try ask(.bus("AddMatch", .string(rule))) }
      let response = try ask(
        DBusCall(
          destination: Self.name, path: prompt, interface: "org.freedesktop.Secret.Prompt", member: "Prompt",
          body: [.string("")]))
      let end = try end(of: prompt, by: response.text(.sender))
      for rule in [completed, gone] { _ = try ask(.bus("RemoveMatch", .string(rule))) }
      switch end {
      case .answered: return
      case .dismissed:
        throw .store(.denied("the request to unlock it was dismissed, or its window couldn't be shown"))
      case .gone: throw .store(.unavailable("the Secret Service exited while it was asking the user"))
      }
    }

    private enum PromptResult { case answered, dismissed, gone }

    /// - Parameter service: The only accepted sender, because any program on the bus may send signals.
    private func end(of prompt: String, by service: String?) throws(SecretServiceError) -> PromptResult {
      do throws(DBusFailure) {
        return try connection.signal(within: times.prompt) { signal in
          switch (signal.text(.member), signal.text(.sender)) {
          case ("Completed", service) where signal.text(.path) == prompt:
            signal.body.first == .boolean(false) ? .answered : .dismissed
          case ("NameOwnerChanged", "org.freedesktop.DBus") where signal.body.first?.text == Self.name: .gone
          default: nil
          }
        }
      } catch .late {
        throw .store(.locked("the request to unlock the Secret Service's keyring got no response"))
      } catch {
        throw .bus(error)
      }
    }
  }
#endif
