import AuthDescriptor
import AuthRuntime
import Foundation

/// All profiles, in one file.
struct ProfileList: Sendable {
  private static let file = SharedFile.profiles
  /// The output for an empty list.
  static let placeholder = "No profiles yet. To create one, run authctl sign-in PROVIDER --client-id ID."

  var profiles: [String: Profile] = [:]
  var names: [String] { profiles.keys.sorted() }

  /// - Throws: ``ReportedFailure`` if the file is damaged. A damaged file is never treated as empty.
  static func load() throws(ReportedFailure) -> ProfileList {
    guard let data = try file.contents() else { return ProfileList() }
    guard let members = JSONValue(parsing: data)?.object else { throw damaged(data) }
    let place = file.top
    if let unknown = members.keys.sorted().first(where: { !["version", file.key].contains($0) }) {
      throw place.member(unknown).failure("isn't a known key; expected 'version' and '\(file.key)'")
    }
    guard members["version"] == .integer(SharedFile.version) else {
      throw place.member("version").failure("must be \(SharedFile.version); a newer authctl may have written it")
    }
    guard let all = members[file.key]?.object else { throw place.member(file.key).failure("must be an object") }
    var list = ProfileList()
    for (name, json) in all.sorted(by: { $0.key < $1.key }) {
      let place = place.member(file.key).member(name)
      do { try SessionName.check(name, as: "profile") } catch { throw place.failure("isn't a valid profile name") }
      list.profiles[name] = try Profile(json, at: place)
    }
    return list
  }

  /// Changes the current contents of the file. Other processes wait until the change is done.
  static func change(_ body: (inout ProfileList) -> Void) async throws(ReportedFailure) {
    try await file.locked { () throws(ReportedFailure) in
      var list = try load()
      let before = list.profiles
      body(&list)
      if list.profiles != before { try file.write(list.profiles) }
    }
  }

  /// The profile with that name, or the only profile if the name is `nil`.
  ///
  /// - Throws: ``ReportedFailure`` with the closest name or all names.
  func profile(_ name: String?) throws(ReportedFailure) -> (name: String, profile: Profile) {
    guard let name else {
      if profiles.count == 1, let only = profiles.first { return (only.key, only.value) }
      throw ReportedFailure(
        line: profiles.isEmpty
          ? "noProfile: no profiles yet (create one with authctl sign-in PROVIDER --client-id ID)"
          : "noProfile: there are several profiles: \(names.listed) (pass one of them)")
    }
    guard let profile = profiles[name] else { throw unknown(name) }
    return (name, profile)
  }

  func unknown(_ name: String) -> ReportedFailure {
    let suggestion = SpellingSuggestion.suggestion(for: name, among: names)
    let others =
      profiles.isEmpty ? "; no profiles exist yet" : "; there \(profiles.count == 1 ? "is" : "are") \(names.listed)"
    return ReportedFailure(
      line: "unknownProfile: unknown profile '\(name.shown(limit: 80))'\(suggestion.isEmpty ? others : suggestion) "
        + "(create it with authctl sign-in PROVIDER --client-id ID --profile NAME)")
  }

  /// The position of the JSON error, if Foundation reports it.
  private static func damaged(_ data: Data) -> ReportedFailure {
    var place = ""
    do { _ = try JSONSerialization.jsonObject(with: data) } catch {
      let reason = (error as NSError).userInfo["NSDebugDescription"] as? String
      place = reason.map { ": \($0.shown())" } ?? ""
    }
    return ReportedFailure(
      line:
        "damagedProfiles: \(file.path) isn't valid JSON, or has a key twice\(place) (correct it, or move it away and "
        + "sign in again; all sessions still exist)")
  }
}
