internal import CCurl
internal import PhotoCatalog

/// A curl handle set up for one request, and what can be asked of it afterwards.
final class EasyHandle {
    let pointer: UnsafeMutableRawPointer
    private let request: HTTPRequest
    /// Curl writes its words about a failure here.
    private let message: UnsafeMutablePointer<CChar>
    /// Curl reads the lines from here until the handle is gone.
    private var lines: UnsafeMutablePointer<curl_slist>?

    /// Nil where there is no memory for it.
    init?(_ request: HTTPRequest) {
        guard let pointer = ccurl_easy_init() else { return nil }
        self.pointer = pointer
        self.request = request
        message = .allocate(capacity: Int(CURL_ERROR_SIZE))
        message.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        ccurl_set_pointer(pointer, CURLOPT_ERRORBUFFER, message)
        setAddress()
        setTimes()
        setCondition()
    }

    deinit {
        ccurl_easy_cleanup(pointer)
        ccurl_slist_free_all(lines)
        message.deallocate()
    }

    func write(to context: UnsafeMutableRawPointer, by writer: @escaping ccurl_writer) {
        ccurl_set_writer(pointer, writer)
        ccurl_set_pointer(pointer, CURLOPT_WRITEDATA, context)
    }

    private func setAddress() {
        let origin = request.address.origin
        text(CURLOPT_URL, request.address.text)
        // Curl's own set still has FTP in it; redirects are followed by the fetcher, checked.
        text(CURLOPT_PROTOCOLS_STR, origin.scheme.rawValue)
        number(CURLOPT_FOLLOWLOCATION, 0)
        if origin.isLocal { text(CURLOPT_NOPROXY, "*") }
        text(CURLOPT_USERAGENT, request.userAgent)
        // Pictures are packed already; an empty text stands for all that curl can unpack.
        if request.purpose == .reply { text(CURLOPT_ACCEPT_ENCODING, "") }
        number(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
        // Rather a stream of a connection that is being made than one more connection. Not over
        // plain http: there curl waits until the first reply says that it will not share.
        number(CURLOPT_PIPEWAIT, origin.scheme == .https ? 1 : 0)
        number(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        ccurl_set_count(
            pointer, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(request.purpose.limitBytes))
    }

    private func setTimes() {
        let limits = request.limits
        number(CURLOPT_NOSIGNAL, 1)
        // Without it, giving up while a name is looked up waits for the resolver's thread.
        number(CURLOPT_QUICK_EXIT, 1)
        number(CURLOPT_CONNECTTIMEOUT, limits.connectSeconds)
        number(CURLOPT_LOW_SPEED_LIMIT, limits.lowSpeedBytesPerSecond)
        number(CURLOPT_LOW_SPEED_TIME, limits.lowSpeedSeconds)
        number(CURLOPT_TIMEOUT, limits.totalSeconds(for: request.purpose) ?? 0)
    }

    private func setCondition() {
        for line in request.condition?.lines ?? [] { lines = ccurl_slist_append(lines, line) }
        if let lines { ccurl_set_list(pointer, CURLOPT_HTTPHEADER, lines) }
    }

    private func text(_ option: CURLoption, _ value: String) {
        ccurl_set_text(pointer, option, value)
    }

    private func number(_ option: CURLoption, _ value: Int) {
        ccurl_set_number(pointer, option, value)
    }
}

extension EasyHandle {
    private var status: Int {
        var status = 0
        ccurl_get_number(pointer, CURLINFO_RESPONSE_CODE, &status)
        return status
    }

    /// Status and headers, once they are here.
    var head: HTTPHead {
        HTTPHead(status: status, expectedBytes: expectedBytes) { header($0) }
    }

    /// The length the server promised, unless the bytes come packed and it means those.
    private var expectedBytes: Int? {
        let length = count(CURLINFO_CONTENT_LENGTH_DOWNLOAD_T)
        return header("Content-Encoding") != nil || length < 0 ? nil : length
    }

    private func header(_ name: String) -> String? {
        var header: UnsafeMutablePointer<curl_header>?
        let code = ccurl_easy_header(pointer, name, 0, UInt32(CURLH_HEADER), -1, &header)
        guard code == CURLHE_OK, let value = header?.pointee.value else { return nil }
        return String(cString: value)
    }

    var redirect: String? {
        var text: UnsafeMutablePointer<CChar>?
        ccurl_get_text(pointer, CURLINFO_REDIRECT_URL, &text)
        return text.map { String(cString: $0) }
    }

    var retryAfterSeconds: Int? {
        let seconds = count(CURLINFO_RETRY_AFTER)
        return seconds > 0 ? seconds : nil
    }

    func failure(_ code: CURLcode, received: Int) -> FetchFailure {
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
            .nameNotFound(host: request.address.origin.host)
        case CURLE_COULDNT_CONNECT: .noConnection(reason: words(code))
        case CURLE_OPERATION_TIMEDOUT: tooSlow(received: received)
        case CURLE_FILESIZE_EXCEEDED: .tooLarge(limitBytes: request.purpose.limitBytes)
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM,
            CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR,
            CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_PINNEDPUBKEYNOTMATCH:
            .tlsFailed(reason: words(code))
        default: .interrupted(reason: words(code))
        }
    }

    /// Curl has one code for three clocks: which one ran out is told by how far the transfer came.
    private func tooSlow(received: Int) -> FetchFailure {
        let limits = request.limits
        // Zero until a request could be sent, and then no earlier than the connection was made.
        guard count(CURLINFO_PRETRANSFER_TIME_T) > 0 else {
            return .timedOut(afterSeconds: limits.connectSeconds)
        }
        let spent = count(CURLINFO_TOTAL_TIME_T) / 1_000_000
        if let total = limits.totalSeconds(for: request.purpose), spent >= total {
            return .timedOut(afterSeconds: total)
        }
        return .stalled(receivedBytes: received)
    }

    private func words(_ code: CURLcode) -> String {
        let words = String(cString: message)
        return words.isEmpty ? String(cString: ccurl_easy_strerror(code)) : words
    }

    private func count(_ info: CURLINFO) -> Int {
        var count: curl_off_t = 0
        ccurl_get_count(pointer, info, &count)
        return Int(count)
    }
}
