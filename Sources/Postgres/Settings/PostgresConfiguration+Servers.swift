#if PostgreSQL
  extension PostgresConfiguration {
    private static let lists = ["host", "hostaddr", "port"]

    /// The parameters of each server in a list of hosts, in the order in which they're tried.
    ///
    /// libpq also accepts the list. But when it connects without blocking, one time limit applies to all of them, so a server
    /// that doesn't respond would keep the client from the next one. With `prefer-standby`, libpq has to know all servers.
    var servers: [[String: String]] {
      let parts = Self.lists.map { name in
        (name, parameters[name]?.split(separator: ",", omittingEmptySubsequences: false).map(String.init) ?? [])
      }
      let count = parts.map(\.1.count).max() ?? 1
      // libpq reports lists of different lengths. In a list, an empty element has another meaning than alone: with a single
      // server, libpq would use PGHOST instead.
      guard count > 1, parts.allSatisfy({ [0, 1, count].contains($0.1.count) }),
        !parts.contains(where: { $0.0 != "port" && $0.1.contains("") }),
        parameters["target_session_attrs"] != "prefer-standby"
      else { return [parameters] }
      let all = (0..<count).map { index in
        parts.reduce(into: parameters) { server, part in
          // Only a port can be empty here. In a list, libpq doesn't use PGPORT for an empty port.
          let value = part.1.count == count ? part.1[index] : nil
          if let value { server[part.0] = value.isEmpty ? "5432" : value }
        }
      }
      return parameters["load_balance_hosts"] == "random" ? all.shuffled() : all
    }
  }
#endif
