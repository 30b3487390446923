import AuthDescriptor
import AuthRuntime
import Foundation

enum Terminal {
  /// Whether a person reads the output and can respond.
  static var isInteractive: Bool {
    StandardTerminal.allCases.allSatisfy(\.isPresent)
  }
}

/// The messages about signing in on another device.
enum DeviceNotice {
  static func explain(_ unavailabilityReason: String) {
    StandardError.print(
      "Can't open a browser: \(unavailabilityReason). To print the URL instead, pass --no-browser.\n")
  }

  static func show(_ code: DeviceCode) {
    let page = code.verificationURI.absoluteString.plainText(limit: 2000)
    var text = "Open this page on any device:\n\n  \(page)\n\nand enter: \(code.userCode.plainText(limit: 100))\n"
    if let complete = code.completeVerificationURI?.absoluteString {
      text += "\nOr open this one, which includes the code:\n\n  \(complete.plainText(limit: 2000))\n"
    }
    StandardError.print(text + "\nThe code expires at \(TimeText.text(code.expiresAt)).")
  }
}
