#if Curl && os(Linux)
  internal import CLibCurl
  import Foundation
  import HTTPTypes

  /// Sets the options of a request. Each function returns whether libcurl accepts all its options. If libcurl rejects
  /// one, the transport doesn't send the request.
  struct CurlOptions {
    let handle: UnsafeMutableRawPointer

    func set(_ option: CURLoption, _ value: Int) -> Bool { curl_set_number(handle, option, value) == CURLE_OK }

    func set(_ option: CURLoption, _ pointer: UnsafeRawPointer?) -> Bool {
      curl_set_pointer(handle, option, pointer) == CURLE_OK
    }

    func set(_ option: CURLoption, text: String) -> Bool { text.withCString { set(option, $0) } }

    /// The request itself.
    func set(_ request: TransportRequest, to url: URL, _ fields: UnsafeMutablePointer<curl_slist>?) -> Bool {
      let method = request.head.method
      guard set(CURLOPT_URL, text: url.absoluteString), set(CURLOPT_PATH_AS_IS, 1), set(CURLOPT_HTTPHEADER, fields)
      else {
        return false
      }
      // A response to HEAD has no body, even if its header fields state a length.
      guard method != .head else { return set(CURLOPT_NOBODY, 1) }
      let hasBody = request.body != nil || [.post, .put, .patch].contains(method)
      return (hasBody ? set(body: request.body ?? Data()) : set(CURLOPT_HTTPGET, 1))
        && set(CURLOPT_CUSTOMREQUEST, text: method.rawValue)
    }

    private func set(body: Data) -> Bool {
      // The size comes first, because libcurl copies that many bytes. If it's 0, libcurl sends an empty body.
      curl_set_size(handle, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count)) == CURLE_OK
        && body.withUnsafeBytes { set(CURLOPT_COPYPOSTFIELDS, $0.baseAddress) }
    }

    /// The rules of every ``HTTPTransport``. Redirects, cookies, and passwords from files are off by default.
    ///
    /// - Parameter authorities: The authorities to trust, in PEM. `nil` trusts those of the system.
    func setRules(isRepeatable: Bool, trusting authorities: Data?) -> Bool {
      let rules: [(CURLoption, Int)] = [
        (CURLOPT_SSLVERSION, numericCast(CURL_SSLVERSION_TLSv1_2)),
        (CURLOPT_SSL_VERIFYPEER, 1), (CURLOPT_SSL_VERIFYHOST, 2),
        // libcurl would keep a stalled HTTP/2 connection for later requests, which would all wait for it.
        (CURLOPT_HTTP_VERSION, numericCast(CURL_HTTP_VERSION_1_1)),
        (CURLOPT_CONNECTTIMEOUT_MS, 10_000),
        // Signals belong to the app. The loop's thread blocks SIGPIPE, which writing to a closed connection raises.
        (CURLOPT_NOSIGNAL, 1),
        // Looking up the host of a canceled request must not delay the others. libcurl 7.87 is the first with this
        // option, so the transport doesn't work with an older one.
        (CURLOPT_QUICK_EXIT, 1),
        // If the server closes a connection that was used before, libcurl sends the request again, even though the server
        // may have processed it. For a refresh token, that would look like theft.
        (CURLOPT_FRESH_CONNECT, isRepeatable ? 0 : 1),
      ]
      // Variables such as `http_proxy` would send requests for a loopback address to a proxy.
      guard rules.allSatisfy({ set($0, $1) }), set(CURLOPT_PROXY, text: ""), setSockets() else { return false }
      guard let authorities else { return true }
      // libcurl would also trust the system's authorities, in a folder. Recent versions restore it if it's `nil`.
      return set(CURLOPT_CAPATH, text: "/dev/null")
        && authorities.withUnsafeBytes {
          curl_set_copy(handle, CURLOPT_CAINFO_BLOB, $0.baseAddress, $0.count) == CURLE_OK
        }
    }

    /// The browser and other programs that the app starts must not inherit connections.
    private func setSockets() -> Bool {
      curl_set_socket_setup(handle) { _, socket, _ in
        fcntl(socket, F_SETFD, FD_CLOEXEC) == 0 ? Int32(CURL_SOCKOPT_OK) : Int32(CURL_SOCKOPT_ERROR)
      } == CURLE_OK
    }

    /// Returns the header fields as libcurl expects them.
    static func fields(of request: HTTPRequest) -> UnsafeMutablePointer<curl_slist>? {
      // libcurl sets these itself, according to the body.
      let framing: Set = ["content-length", "transfer-encoding"]
      let fields = request.headerFields.filter { !framing.contains($0.name.canonicalName) }
      // libcurl would add these unless a line without a value removes them.
      let unwanted = ["Accept", "Content-Type", "Expect"].filter { name in
        !fields.contains { $0.name.canonicalName == name.lowercased() }
      }
      let lines =
        unwanted.map { "\($0):" }
        + fields.map { $0.value.isEmpty ? "\($0.name.rawName);" : "\($0.name.rawName): \($0.value)" }
      return lines.reduce(nil) { curl_slist_append($0, $1) }
    }
  }
#endif
