extension DoctorReport {
  /// A server of plain OAuth 2.0 says nothing about itself, and endpoints that take secrets are not asked for fun.
  static func withoutIssuer(_ facts: DescriptorFacts) -> DoctorReport {
    let message = "there is no issuer, so the server tells nothing to compare with; the descriptor itself is valid"
    let advice = Finding(
      .advice, .discovery, message, change: "sign in with authctl to see whether it works",
      at: facts.location("server"))
    return DoctorReport(provider: facts.name, issuer: "no issuer", findings: [advice])
  }
}
