#if Loopback && !os(Windows)
  import AuthRuntime
  import Foundation

  /// Authorization details (RFC 9396) and resources (RFC 8707).
  extension ScriptedProvider.State {
    /// The requested details, or `nil` if they aren't a list of objects with a type.
    func requestedDetails(_ fields: [String: String]) -> [JSONValue]? {
      guard let text = fields["authorization_details"] else { return [] }
      let details = JSONValue(parsing: Data(text.utf8))?.array
      return details?.allSatisfy { $0.object?["type"]?.string != nil } == true ? details : nil
    }

    /// The error of a request with an unknown detail or an invalid resource.
    func accessError(_ fields: [String: String]) -> String? {
      let rules = configuration.authorization
      let known = rules.details.map(\.type)
      guard let details = requestedDetails(fields),
        known.isEmpty || details.allSatisfy({ known.contains($0.object?["type"]?.string ?? "") })
      else { return "invalid_authorization_details" }
      // Some providers have their own parameter with this name.
      guard rules.resources != .none else { return nil }
      let resources = fields["resource"]?.split(separator: " ") ?? []
      let areValid = resources.allSatisfy { URL(string: String($0))?.scheme != nil && !$0.contains("#") }
      return areValid ? nil : "invalid_target"
    }

    func grantedDetails(of grant: Grant) -> [JSONValue] {
      var details = grant.details
      script.details(&details)
      return details
    }

    /// Returns the grant for some of its details, or `nil` if it has others (RFC 9396 §6.1). The comparison is exact.
    func narrowed(_ grant: Grant, toDetailsIn fields: [String: String]) -> Grant? {
      guard fields["authorization_details"] != nil else { return grant }
      guard let wanted = requestedDetails(fields), wanted.allSatisfy(grant.details.contains) else { return nil }
      var access = grant
      access.details = wanted
      return access
    }

    /// Returns the grant for some of its resources, or `nil` if it has others (RFC 8707 §2.2). A grant without resources
    /// is for all of them.
    func narrowed(_ grant: Grant, to wanted: String?) -> Grant? {
      guard let wanted, configuration.authorization.resources != .none else { return grant }
      let granted = grant.audience?.split(separator: " ") ?? []
      guard granted.isEmpty || wanted.split(separator: " ").allSatisfy(granted.contains) else { return nil }
      var access = grant
      access.audience = wanted
      return access
    }
  }
#endif
