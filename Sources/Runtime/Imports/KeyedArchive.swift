import Foundation

/// An archive that Apple's `NSKeyedArchiver` wrote: a property list whose objects refer to each other by number.
struct KeyedArchive {
  /// The archived object.
  let root: KeyedObject

  init?(_ data: Data) {
    guard let list = BinaryPropertyList(data), let top = list.members(list.top),
      case .string("NSKeyedArchiver")? = top["$archiver"].flatMap(list.object),
      case .array(let objects)? = top["$objects"].flatMap(list.object),
      case .uid(let root)? = top["$top"].flatMap(list.members)?["root"].flatMap(list.object),
      let object = KeyedObject(root, list, objects)
    else { return nil }
    self.root = object
  }
}

/// One object of a keyed archive.
struct KeyedObject {
  private let list: BinaryPropertyList
  /// The numbers of the archived objects in the property list.
  private let objects: [Int]
  private let members: [String: Int]

  fileprivate init?(_ uid: Int, _ list: BinaryPropertyList, _ objects: [Int]) {
    guard objects.indices.contains(uid), let members = list.members(objects[uid]) else { return nil }
    (self.list, self.objects, self.members) = (list, objects, members)
  }

  /// The name of the object's class.
  var className: String? {
    guard case .string(let name)? = object("$class")?.member("$classname") else { return nil }
    return name
  }

  /// Returns another object that this one refers to.
  func object(_ name: String) -> KeyedObject? {
    guard case .uid(let uid)? = member(name) else { return nil }
    return KeyedObject(uid, list, objects)
  }

  /// Returns a string. Mutable strings are objects that contain one.
  func string(_ name: String) -> String? {
    switch target(name) {
    case .string(let text)?: text == "$null" ? nil : text
    case .dictionary?: object(name)?.contained("NS.string")
    default: nil
    }
  }

  /// Returns a date.
  func date(_ name: String) -> Date? {
    switch object(name)?.member("NS.time") {
    case .real(let seconds)? where seconds.isFinite: Date(timeIntervalSinceReferenceDate: seconds)
    case .integer(let seconds)?: Date(timeIntervalSinceReferenceDate: Double(seconds))
    default: nil
    }
  }

  private func contained(_ name: String) -> String? {
    switch member(name) {
    case .string(let text)?: text
    case .uid?: if case .string(let text)? = target(name) { text } else { nil }
    default: nil
    }
  }

  private func target(_ name: String) -> BinaryPropertyList.Object? {
    guard case .uid(let uid)? = member(name), objects.indices.contains(uid) else { return nil }
    return list.object(objects[uid])
  }

  private func member(_ name: String) -> BinaryPropertyList.Object? { members[name].flatMap(list.object) }
}
