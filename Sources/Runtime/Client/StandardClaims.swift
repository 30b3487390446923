import Foundation

/// The claims of the `profile` scope (OpenID Connect Core 1.0 §5.1, §5.4). Each is missing when the server does not send it.
public protocol ProfileClaims: AuthUser {}

extension ProfileClaims {
  /// The full name, ready to be shown.
  public var name: String? { text("name") }
  /// First or given names.
  public var givenName: String? { text("given_name") }
  /// Last or family names.
  public var familyName: String? { text("family_name") }
  /// Middle names.
  public var middleName: String? { text("middle_name") }
  /// A casual name.
  public var nickname: String? { text("nickname") }
  /// The name that the user prefers to be known by. Not unique: never file data under it.
  public var preferredUsername: String? { text("preferred_username") }
  /// A page about the user.
  public var profile: URL? { url("profile") }
  /// A picture of the user, not of anything else.
  public var picture: URL? { url("picture") }
  /// The user's own page or blog.
  public var website: URL? { url("website") }
  /// `female`, `male`, or another value.
  public var gender: String? { text("gender") }
  /// `YYYY-MM-DD`, or `YYYY`; the year may be `0000`.
  public var birthdate: String? { text("birthdate") }
  /// A name of the time-zone database.
  public var zoneinfo: String? { text("zoneinfo") }
  /// A BCP 47 language tag.
  public var locale: String? { text("locale") }
  /// When the profile changed last. Auth0 sends ISO 8601 text, the standard says seconds.
  public var updatedAt: Date? { date("updated_at") }
}

/// The claims of the `email` scope (OpenID Connect Core 1.0 §5.1, §5.4).
public protocol EmailClaims: AuthUser {}

extension EmailClaims {
  /// The e-mail address. Not unique, and anyone's unless ``isEmailVerified``.
  public var email: String? { text("email") }
  /// Whether the server has seen that the user controls the address.
  public var isEmailVerified: Bool { claims["email_verified"].flatMap(Bool.init(claim:)) ?? false }
}

/// The claims of the `phone` scope (OpenID Connect Core 1.0 §5.1, §5.4).
public protocol PhoneClaims: AuthUser {}

extension PhoneClaims {
  /// The telephone number, in E.164 form where the server keeps to the standard.
  public var phoneNumber: String? { text("phone_number") }
  /// Whether the server has seen that the user controls the number.
  public var isPhoneNumberVerified: Bool { claims["phone_number_verified"].flatMap(Bool.init(claim:)) ?? false }
}

/// The claim of the `address` scope (OpenID Connect Core 1.0 §5.1.1, §5.4).
public protocol AddressClaims: AuthUser {}

extension AddressClaims {
  /// The postal address.
  public var address: PostalAddress? { claims["address"].flatMap(PostalAddress.init) }
}

/// A postal address (OpenID Connect Core 1.0 §5.1.1). Each part is missing when the server does not send it.
public struct PostalAddress: Sendable, Hashable {
  /// The whole address, ready for a label.
  public let formatted: String?
  /// Street, house number and whatever else comes before the city; lines are separated by newlines.
  public let streetAddress: String?
  /// City or locality.
  public let locality: String?
  /// State, province or region.
  public let region: String?
  /// Postal code.
  public let postalCode: String?
  /// Country.
  public let country: String?

  init?(_ claim: JSONValue) {
    guard let members = claim.object else { return nil }
    formatted = members["formatted"]?.string
    streetAddress = members["street_address"]?.string
    locality = members["locality"]?.string
    region = members["region"]?.string
    postalCode = members["postal_code"]?.string
    country = members["country"]?.string
  }
}

extension AuthUser {
  fileprivate func text(_ name: String) -> String? {
    claims[name].flatMap(String.init(claim:))
  }

  fileprivate func url(_ name: String) -> URL? {
    text(name).flatMap { URL(string: $0) }
  }

  fileprivate func date(_ name: String) -> Date? {
    claims[name].flatMap(Date.init(claim:))
  }
}
