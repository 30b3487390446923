import AuthRuntime

/// Extends a provider that a company ships to its apps.
@main
enum PackUser {
  static func main() {
    print(Staff.configuration.name, Staff.configuration.authorization.parameters.first?.name ?? "")
    print(Customers.configuration.name, Customers.Scope.orders.rawValue)
  }
}
