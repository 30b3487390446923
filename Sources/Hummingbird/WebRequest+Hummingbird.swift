#if Hummingbird
  import AuthWeb
  import Hummingbird

  @available(macOS 14, iOS 17, tvOS 17, *)
  extension WebRequest {
    /// Reads a request of Hummingbird, with its body if that's a form. The request keeps the body for the next handler.
    init(reading request: inout Request) async throws {
      let form = try await Self.hasForm(request) ? request.collectBody(upTo: Self.longestForm) : ByteBuffer()
      self.init(request.head, body: form.readableBytesView)
    }

    private static func hasForm(_ request: Request) -> Bool {
      request.method == .post
        && request.headers[.contentType]?.lowercased().utf8.starts(with: "application/x-www-form-urlencoded".utf8)
          ?? false
    }
  }

  @available(macOS 14, iOS 17, tvOS 17, *)
  extension Response {
    /// Creates a response of Hummingbird.
    public init(_ response: WebResponse) {
      self.init(
        status: response.status, headers: response.headers,
        body: ResponseBody(byteBuffer: ByteBuffer(string: response.body)))
    }
  }
#endif
