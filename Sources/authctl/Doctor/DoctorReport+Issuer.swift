extension DoctorReport {
  /// A plain OAuth 2.0 server doesn't publish metadata, and endpoints that take secrets aren't probed.
  static func withoutIssuer(_ facts: DescriptorFacts) -> DoctorReport {
    let message = "no issuer, so the metadata can't be compared; the descriptor itself is valid"
    let advice = Finding(
      .advice, .discovery, message, change: "sign in with authctl to see whether it works",
      at: facts.location("server"))
    return DoctorReport(provider: facts.name, issuer: "no issuer", findings: [advice])
  }
}
