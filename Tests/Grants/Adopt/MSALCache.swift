/// The cache that MSAL for Python 1.39 wrote (`SerializableTokenCache.serialize`), indented, for four sign-ins: two users of the
/// tenant `home`, one of them also as a guest of the tenant `guest`, and once with another client. The IDs are short, and the
/// signatures are replaced.
enum MSALCache {
  static let python = #"""
    {
     "AccessToken": {
      "ada.home-login.microsoftonline.com-accesstoken-app-home-user.read": {
       "credential_type": "AccessToken",
       "secret": "at-ada",
       "home_account_id": "ada.home",
       "environment": "login.microsoftonline.com",
       "client_id": "app",
       "target": "User.Read",
       "realm": "home",
       "token_type": "Bearer",
       "cached_at": "1700000000",
       "expires_on": "1700003599",
       "extended_expires_on": "1700003599"
      },
      "ada.home-login.microsoftonline.com-accesstoken-app-guest-user.read": {
       "credential_type": "AccessToken",
       "secret": "at-ada-guest",
       "home_account_id": "ada.home",
       "environment": "login.microsoftonline.com",
       "client_id": "app",
       "target": "User.Read",
       "realm": "guest",
       "token_type": "Bearer",
       "cached_at": "1700000000",
       "expires_on": "1700003599",
       "extended_expires_on": "1700003599"
      },
      "grace.home-login.microsoftonline.com-accesstoken-app-home-user.read": {
       "credential_type": "AccessToken",
       "secret": "at-grace",
       "home_account_id": "grace.home",
       "environment": "login.microsoftonline.com",
       "client_id": "app",
       "target": "User.Read",
       "realm": "home",
       "token_type": "Bearer",
       "cached_at": "1700000000",
       "expires_on": "1700003599",
       "extended_expires_on": "1700003599"
      },
      "ada.home-login.microsoftonline.com-accesstoken-other-app-home-user.read": {
       "credential_type": "AccessToken",
       "secret": "at-other",
       "home_account_id": "ada.home",
       "environment": "login.microsoftonline.com",
       "client_id": "other-app",
       "target": "User.Read",
       "realm": "home",
       "token_type": "Bearer",
       "cached_at": "1700000000",
       "expires_on": "1700003599",
       "extended_expires_on": "1700003599"
      }
     },
     "Account": {
      "ada.home-login.microsoftonline.com-home": {
       "home_account_id": "ada.home",
       "environment": "login.microsoftonline.com",
       "realm": "home",
       "local_account_id": "other",
       "username": "",
       "authority_type": "MSSTS",
       "account_source": "authorization_code"
      },
      "ada.home-login.microsoftonline.com-guest": {
       "home_account_id": "ada.home",
       "environment": "login.microsoftonline.com",
       "realm": "guest",
       "local_account_id": "ada-guest",
       "username": "",
       "authority_type": "MSSTS",
       "account_source": "authorization_code"
      },
      "grace.home-login.microsoftonline.com-home": {
       "home_account_id": "grace.home",
       "environment": "login.microsoftonline.com",
       "realm": "home",
       "local_account_id": "grace",
       "username": "",
       "authority_type": "MSSTS",
       "account_source": "authorization_code"
      }
     },
     "IdToken": {
      "ada.home-login.microsoftonline.com-idtoken-app-home-": {
       "credential_type": "IdToken",
       "secret": "eyJhbGciOiAiUlMyNTYifQ.eyJzdWIiOiAiYWRhIiwgInRpZCI6ICJob21lIn0.c2ln",
       "home_account_id": "ada.home",
       "environment": "login.microsoftonline.com",
       "realm": "home",
       "client_id": "app"
      },
      "ada.home-login.microsoftonline.com-idtoken-app-guest-": {
       "credential_type": "IdToken",
       "secret": "eyJhbGciOiAiUlMyNTYifQ.eyJzdWIiOiAiYWRhLWd1ZXN0IiwgInRpZCI6ICJndWVzdCJ9.c2ln",
       "home_account_id": "ada.home",
       "environment": "login.microsoftonline.com",
       "realm": "guest",
       "client_id": "app"
      },
      "grace.home-login.microsoftonline.com-idtoken-app-home-": {
       "credential_type": "IdToken",
       "secret": "eyJhbGciOiAiUlMyNTYifQ.eyJzdWIiOiAiZ3JhY2UiLCAidGlkIjogImhvbWUifQ.c2ln",
       "home_account_id": "grace.home",
       "environment": "login.microsoftonline.com",
       "realm": "home",
       "client_id": "app"
      },
      "ada.home-login.microsoftonline.com-idtoken-other-app-home-": {
       "credential_type": "IdToken",
       "secret": "eyJhbGciOiAiUlMyNTYifQ.eyJzdWIiOiAib3RoZXIiLCAidGlkIjogImhvbWUifQ.c2ln",
       "home_account_id": "ada.home",
       "environment": "login.microsoftonline.com",
       "realm": "home",
       "client_id": "other-app"
      }
     },
     "RefreshToken": {
      "ada.home-login.microsoftonline.com-refreshtoken-app--user.read": {
       "credential_type": "RefreshToken",
       "secret": "rt-ada",
       "home_account_id": "ada.home",
       "environment": "login.microsoftonline.com",
       "client_id": "app",
       "target": "User.Read",
       "last_modification_time": "1700000000"
      },
      "grace.home-login.microsoftonline.com-refreshtoken-app--user.read": {
       "credential_type": "RefreshToken",
       "secret": "rt-grace",
       "home_account_id": "grace.home",
       "environment": "login.microsoftonline.com",
       "client_id": "app",
       "target": "User.Read",
       "last_modification_time": "1700000000"
      },
      "ada.home-login.microsoftonline.com-refreshtoken-other-app--user.read": {
       "credential_type": "RefreshToken",
       "secret": "rt-other",
       "home_account_id": "ada.home",
       "environment": "login.microsoftonline.com",
       "client_id": "other-app",
       "target": "User.Read",
       "last_modification_time": "1700000000"
      }
     },
     "AppMetadata": {
      "appmetadata-login.microsoftonline.com-app": {
       "client_id": "app",
       "environment": "login.microsoftonline.com"
      },
      "appmetadata-login.microsoftonline.com-other-app": {
       "client_id": "other-app",
       "environment": "login.microsoftonline.com"
      }
     }
    }
    """#

  /// Items as MSAL for iOS and macOS writes them to the keychain: the JSON of one credential each, without a section.
  static let keychain = [
    #"{"client_id":"app","credential_type":"RefreshToken","environment":"login.microsoftonline.com","#
      + #""home_account_id":"ada.home","secret":"rt-ada"}"#,
    #"{"client_id":"app","credential_type":"IdToken","environment":"login.microsoftonline.com","realm":"home","#
      + #""home_account_id":"ada.home","secret":"id-home"}"#,
    #"{"client_id":"app","credential_type":"IdToken","environment":"login.microsoftonline.com","realm":"guest","#
      + #""home_account_id":"ada.home","secret":"id-guest"}"#,
    #"{"client_id":"app","credential_type":"AccessToken","environment":"login.microsoftonline.com","realm":"home","#
      + #""home_account_id":"ada.home","secret":"at-ada","target":"User.Read","expires_on":"1700003599"}"#,
    #"{"client_id":"app","credential_type":"RefreshToken","environment":"login.microsoftonline.com","#
      + #""home_account_id":"gone.home","secret":"<tombstone>"}"#,
  ]
}
