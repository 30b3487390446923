#if !os(Windows)
  import Foundation

  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif

  /// The folder of a ``FileLease``. It contains a file for each lease, named by its number.
  ///
  /// The highest number is the current lease. It is never removed, and never used again.
  struct LeaseFolder: Sendable {
    /// The contents of a lease's file.
    enum Contents: Sendable, Equatable {
      /// The owner of a newer lease has removed the file.
      case missing
      case record(LeaseRecord)
      case unreadable(Data)
    }

    /// The size limit, which is enough for ``FileLease/maximumExtensions`` extensions.
    private static let maximumBytes = 1 << 20

    private let folder: PrivateFolder

    init(_ path: String) { folder = PrivateFolder(path: path) }

    /// Creates the folder if it is missing.
    ///
    /// - Throws: ``StoreFailure/unavailable(_:)`` if it isn't a folder that only this user can change.
    func check() throws(StoreFailure) { try folder.check() }

    /// - Returns: The number of the newest lease, or `nil` if there hasn't been one yet.
    func newest() throws(StoreFailure) -> UInt64? {
      try names().compactMap(Self.number).max()
    }

    func contents(of number: UInt64) throws(StoreFailure) -> Contents {
      do throws(StoreFailure) {
        guard let data = try folder.read("\(number)", atMost: Self.maximumBytes) else { return .missing }
        return String(data: data, encoding: .utf8).flatMap(LeaseRecord.init).map(Contents.record) ?? .unreadable(data)
      } catch .corrupt {
        return .unreadable(Data())
      }
    }

    /// - Returns: `false` if the lease already exists.
    func create(_ number: UInt64, _ record: LeaseRecord) throws(StoreFailure) -> Bool {
      // Leases don't survive a restart, so the file doesn't need to be flushed to disk.
      try folder.create("\(number)", with: Data(record.text.utf8), isDurable: false)
    }

    /// Adds a line to a lease of this process.
    func append(_ line: String, to number: UInt64) -> Bool { write(line, to: number, O_APPEND) }

    /// Marks a lease of this process as released.
    func release(_ number: UInt64) { _ = write(LeaseRecord.released, to: number, 0) }

    /// Removes the files of leases before `number`, except for the last of them: a process that lists the folder while
    /// it changes always finds a lease. Removes lower numbers first.
    func removeOldFiles(before number: UInt64) {
      let names = (try? names()) ?? []
      let old = names.compactMap(Self.number).filter { $0 + 1 < number }.sorted().map { "\($0)" }
      let unfinished = names.filter { name in
        name.hasSuffix(".new") && name.split(separator: ".").first.flatMap { UInt64($0) }.map { $0 <= number } ?? true
      }
      for name in old + unfinished { unlink("\(folder.path)/\(name)") }
    }

    private func names() throws(StoreFailure) -> [String] {
      do { return try FileManager.default.contentsOfDirectory(atPath: folder.path) } catch {
        throw .unavailable("\(folder.path) can't be listed: \(error)")
      }
    }

    private static func number(_ name: String) -> UInt64? { UInt64(name).flatMap { "\($0)" == name ? $0 : nil } }

    private func write(_ text: String, to number: UInt64, _ flag: Int32) -> Bool {
      let descriptor = open("\(folder.path)/\(number)", O_WRONLY | O_CLOEXEC | O_NOFOLLOW | flag)
      guard descriptor >= 0 else { return false }
      defer { close(descriptor) }
      let bytes = Array(text.utf8)
      return systemWrite(descriptor, bytes) == bytes.count
    }
  }

  // The method of the same name hides the function.
  private func systemWrite(_ descriptor: Int32, _ bytes: [UInt8]) -> Int { write(descriptor, bytes, bytes.count) }
#endif
