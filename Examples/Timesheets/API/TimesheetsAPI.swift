import AuthRuntime
import Foundation
import Hummingbird
import TimesheetsAuth

/// The API of the guide: reads a user's timesheets and adds to them.
public struct TimesheetsAPI: Sendable {
  public typealias Context = CallerContext<Auth0>

  let api: Auth0.API
  /// The API's URL.
  let resource: URL
  let store = TimesheetStore()

  public init(verifying api: Auth0.API, resource: URL) {
    self.api = api
    self.resource = resource
  }

  /// The routes: `GET` and `POST /timesheets`, and the API's metadata for clients (RFC 9728).
  ///
  /// - Throws: ``AccessFailure/configuration(_:)``.
  public func router() throws -> Router<Context> {
    var metadata = try api.metadata(of: resource, scopes: [.readTimesheets, .createTimesheets])
    metadata.name = "Timesheets"
    let router = Router(context: Context.self)
    router.get(RouterPath(metadata.location.path)) { [metadata] _, _ in
      Response(
        status: .ok, headers: [.contentType: "application/json"], body: .init(byteBuffer: .init(bytes: metadata.json)))
    }
    let timesheets = router.group("timesheets")
      .add(middleware: BearerMiddleware(api: api, realm: "timesheets", metadata: metadata))
    timesheets.get { _, context in
      let caller = try context.caller(who: .scope(.readTimesheets))
      return try await list(of: caller.subject)
    }
    timesheets.post { request, context in
      let caller = try context.caller(who: .all([.user, .scope(.createTimesheets)]))
      let entry = try await Self.entry(in: request)
      guard let sheet = await store.add(entry, for: caller.subject) else {
        throw HTTPError(.init(code: 507), message: "a user can't have more than \(TimesheetStore.limit) timesheets")
      }
      return try Self.json(sheet, status: .created)
    }
    return router
  }

  /// The response to a user who requests their timesheets.
  public func list(of userID: String) async throws -> Response {
    try Self.json(await store.all(of: userID))
  }

  private static func entry(in request: Request) async throws -> TimesheetEntry {
    let body = try await request.body.collect(upTo: 1 << 16)
    let entry: TimesheetEntry
    do {
      entry = try JSONDecoder().decode(TimesheetEntry.self, from: Data(body.readableBytesView))
    } catch {
      throw HTTPError(.badRequest, message: "expected {\"date\": \"2026-11-21\", \"project\": \"…\", \"hours\": 7.5}")
    }
    if let problem = entry.problem { throw HTTPError(.badRequest, message: problem) }
    return entry
  }

  private static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let body = try encoder.encode(value)
    return Response(
      status: status, headers: [.contentType: "application/json"], body: .init(byteBuffer: .init(bytes: body)))
  }
}
