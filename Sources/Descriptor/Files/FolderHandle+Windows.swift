#if os(Windows)
  import Foundation
  import WinSDK

  /// A folder and its files, by path. Tested on Linux with substitutes for Windows' functions in a temporary folder.
  ///
  /// Unlike on other systems, another process can replace a folder with a link between a check and a write. Creating links
  /// on Windows requires rights over the whole machine.
  package final class FolderHandle {
    package let path: String
    /// The lock file, which only one process can have open, or `nil` while the folder isn't locked.
    private var lockFile: HANDLE?

    private init(_ path: String) {
      self.path = path
    }

    deinit {
      // The system removes the file when its last handle is closed.
      if let lockFile { _ = CloseHandle(lockFile) }
    }

    package static func open(_ path: String) throws(FileFailure) -> FolderHandle? {
      switch entry(at: path) {
      case .folder: return FolderHandle(path)
      case nil: return nil
      case .link: throw FileFailure("'\(path)' is a link; use the folder that it refers to")
      case .file, .other: throw FileFailure("'\(path)' isn't a folder")
      }
    }

    package func subfolder(_ name: String) throws(FileFailure) -> FolderHandle? { try Self.open(full(name)) }

    package func makeSubfolder(_ name: String) throws(FileFailure) {
      guard entry(name) == nil else { return }
      do { try FileManager.default.createDirectory(atPath: full(name), withIntermediateDirectories: false) } catch {
        throw FileFailure(error.localizedDescription)
      }
    }

    private func full(_ name: String) -> String { path + "/" + name }
  }

  extension FolderHandle {
    package func entry(_ name: String) -> FolderEntry? { Self.entry(at: full(name)) }

    private static func entry(at path: String) -> FolderEntry? {
      guard let found = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
      switch found[.type] as? FileAttributeType {
      case .typeRegular?:
        let size = (found[.size] as? NSNumber)?.intValue ?? 0
        return .file(size: size, number: (found[.systemFileNumber] as? NSNumber)?.uint64Value ?? 0)
      case .typeDirectory?: return .folder
      case .typeSymbolicLink?: return .link
      default: return .other
      }
    }

    package var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] }

    package func contents(_ name: String, atMost limit: Int = .max) -> Data? {
      guard case .file = entry(name), let handle = FileHandle(forReadingAtPath: full(name)) else { return nil }
      defer { try? handle.close() }
      return limit == .max ? try? handle.readToEnd() ?? Data() : try? handle.read(upToCount: limit) ?? Data()
    }

    package func create(_ name: String, with data: Data) throws(FileFailure) {
      do { try data.write(to: URL(fileURLWithPath: full(name)), options: .withoutOverwriting) } catch {
        throw FileFailure(error.localizedDescription)
      }
    }

    package func move(_ name: String, to folder: FolderHandle, as newName: String) throws(FileFailure) {
      var attempts = Self.denials
      while true {
        let isMoved = full(name).withCString(encodedAs: UTF16.self) { old in
          folder.full(newName).withCString(encodedAs: UTF16.self) { new in
            MoveFileExW(old, new, DWORD(MOVEFILE_REPLACE_EXISTING) | DWORD(MOVEFILE_WRITE_THROUGH))
          }
        }
        if isMoved { return }
        let code = GetLastError()
        guard Self.isInUse(code), attempts > 0 else { throw FileFailure("Windows error \(code)") }
        attempts -= 1
        Sleep(Self.pause)
      }
    }

    /// The time between two attempts, in milliseconds.
    private static let pause = DWORD(20)
    /// The maximum number of consecutive access denials, which corresponds to one second. Another process that has a
    /// file open, such as a virus scanner, causes a short denial. A user without rights is denied forever.
    private static let denials = 50

    private static func isInUse(_ code: DWORD) -> Bool {
      [DWORD(ERROR_SHARING_VIOLATION), DWORD(ERROR_ACCESS_DENIED)].contains(code)
    }

    /// Links aren't supported here, so the caller moves the file instead.
    package func link(_ name: String, as newName: String) throws(FileFailure) -> Bool { false }

    package func remove(_ name: String) throws(FileFailure) {
      guard entry(name) != nil else { return }
      do { try FileManager.default.removeItem(atPath: full(name)) } catch {
        throw FileFailure(error.localizedDescription)
      }
    }

    package func removeIfEmpty(_ name: String) {
      _ = full(name).withCString(encodedAs: UTF16.self) { RemoveDirectoryW($0) }
    }

    package enum Lock: Sendable {
      case shared, exclusive
    }

    /// Locks the folder for writing. A reader doesn't wait, because it would have to write the lock file.
    package func lock(_ lock: Lock, patience: Duration = .seconds(60)) throws(FileFailure) -> Bool {
      guard lock == .exclusive else { return true }
      var (waited, denials) = (Duration.zero, 0)
      while true {
        let code = openLockFile()
        guard code != 0 else { return true }
        denials = code == DWORD(ERROR_ACCESS_DENIED) ? denials + 1 : 0
        guard Self.isInUse(code), denials <= Self.denials else { throw FileFailure("Windows error \(code)") }
        guard waited < patience else {
          throw FileFailure("another process has been writing into this folder for \(patience)")
        }
        Sleep(Self.pause)
        waited += .milliseconds(Int64(Self.pause))
      }
    }

    /// - Returns: 0, or the error code.
    private func openLockFile() -> DWORD {
      let opened: HANDLE? = full(".authgen.lock").withCString(encodedAs: UTF16.self) { name in
        CreateFileW(
          name, DWORD(GENERIC_WRITE), 0, nil, DWORD(OPEN_ALWAYS),
          DWORD(FILE_ATTRIBUTE_HIDDEN) | DWORD(FILE_FLAG_DELETE_ON_CLOSE) | DWORD(FILE_FLAG_OPEN_REPARSE_POINT), nil)
      }
      guard let opened, opened != HANDLE(bitPattern: -1) else { return GetLastError() }
      lockFile = opened
      return 0
    }
  }
#endif
