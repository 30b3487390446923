import AuthDescriptor
import AuthGenerator

/// The files of one provider's tutorials, in the order of the steps.
///
/// DocC finds a file by its name anywhere in a catalog, so each name begins with the provider's type. The number sorts
/// a folder's files in the order of the tutorial.
struct TutorialFiles {
  let type: String
  let source: String
  private(set) var files: [GeneratedFile] = []
  private var count = 0
  /// The latest step of each file that the reader edits, by the file's title.
  private var last: [String: String] = [:]

  init(type: String, source: String) {
    (self.type, self.source) = (type, source)
  }

  /// Adds a step, and returns the directive that shows it with the changes since the previous step.
  ///
  /// - Parameters:
  ///   - title: The reader's name for the file, such as `App.swift`.
  ///   - slug: The topic of the step, in letters.
  ///   - kind: The extension of the step's file, if it differs from that of the title.
  mutating func add(_ title: String, _ slug: String, _ contents: String, as kind: String? = nil) -> String {
    count += 1
    let number = count < 10 ? "0\(count)" : "\(count)"
    let ending = kind ?? title.split(separator: ".").last.map(String.init) ?? "txt"
    let file = "\(type)-\(number)-\(slug).\(ending)"
    files.append(GeneratedFile(path: "\(type)/\(file)", contents: contents, source: source))
    let previous = last.updateValue(file, forKey: title)
    let diff = previous.map { ", previousFile: \"\($0)\"" } ?? ""
    return "@Code(name: \"\(TutorialProse.argument(title))\", file: \"\(file)\"\(diff))"
  }

  /// Adds a page of the tutorial.
  mutating func add(page name: String, _ contents: String) {
    files.append(GeneratedFile(path: "\(type)/\(type)-\(name).tutorial", contents: contents, source: source))
  }
}
