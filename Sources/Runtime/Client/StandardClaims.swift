import Foundation

/// The claims of the `profile` scope (OpenID Connect Core 1.0 §5.1, §5.4). A claim that the server doesn't send is
/// `nil`.
public protocol ProfileClaims: AuthUser {}

extension ProfileClaims {
  /// The full name, in a form that can be displayed.
  public var name: String? { text("name") }
  /// First or given names.
  public var givenName: String? { text("given_name") }
  /// Last or family names.
  public var familyName: String? { text("family_name") }
  /// Middle names.
  public var middleName: String? { text("middle_name") }
  /// A casual name.
  public var nickname: String? { text("nickname") }
  /// The name that the user prefers. It isn't unique, so never use it as a key for data.
  public var preferredUsername: String? { text("preferred_username") }
  /// The URL of the user's profile page.
  public var profile: URL? { url("profile") }
  /// The URL of a picture of the user.
  public var picture: URL? { url("picture") }
  /// The URL of the user's own page or blog.
  public var website: URL? { url("website") }
  /// `female`, `male`, or another value.
  public var gender: String? { text("gender") }
  /// The birthday as `YYYY-MM-DD` or `YYYY`. The year may be `0000`.
  public var birthdate: String? { text("birthdate") }
  /// A time zone from the tz database, such as `Europe/Paris`.
  public var zoneinfo: String? { text("zoneinfo") }
  /// A BCP 47 language tag.
  public var locale: String? { text("locale") }
  /// The time at which the profile last changed. Auth0 sends an ISO 8601 string, and the standard requires seconds.
  public var updatedAt: Date? { date("updated_at") }
}

/// The claims of the `email` scope (OpenID Connect Core 1.0 §5.1, §5.4).
public protocol EmailClaims: AuthUser {}

extension EmailClaims {
  /// The email address. It isn't unique, and it may belong to another person unless ``isEmailVerified`` is true.
  public var email: String? { text("email") }
  /// Whether the server has verified that the user controls the address.
  public var isEmailVerified: Bool { claims["email_verified"].flatMap(Bool.init(claim:)) ?? false }
}

/// The claims of the `phone` scope (OpenID Connect Core 1.0 §5.1, §5.4).
public protocol PhoneClaims: AuthUser {}

extension PhoneClaims {
  /// The telephone number. The standard recommends the E.164 format.
  public var phoneNumber: String? { text("phone_number") }
  /// Whether the server has verified that the user controls the number.
  public var isPhoneNumberVerified: Bool { claims["phone_number_verified"].flatMap(Bool.init(claim:)) ?? false }
}

/// The claim of the `address` scope (OpenID Connect Core 1.0 §5.1.1, §5.4).
public protocol AddressClaims: AuthUser {}

extension AddressClaims {
  /// The postal address.
  public var address: PostalAddress? { claims["address"].flatMap(PostalAddress.init) }
}

/// A postal address (OpenID Connect Core 1.0 §5.1.1). A part that the server doesn't send is `nil`.
public struct PostalAddress: Sendable, Hashable {
  /// The whole address, formatted for a label.
  public let formatted: String?
  /// The street, the house number, and other parts before the city. Lines are separated by newlines.
  public let streetAddress: String?
  /// The city or locality.
  public let locality: String?
  /// The state, province, or region.
  public let region: String?
  /// The postal code.
  public let postalCode: String?
  /// The country.
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
