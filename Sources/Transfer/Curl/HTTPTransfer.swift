internal import Bounds
internal import CCurl
internal import PhotoCatalog
internal import SystemPackage

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// A running request, with its curl handle; used only on curl's thread.
final class HTTPTransfer {
    let handle: EasyHandle
    private let job: TransferJob
    private let wake: @Sendable () -> Void
    /// The body of a failed reply, which contains the reason.
    private var body: [UInt8] = []
    private var receivedBytes = 0
    private var isOverLimit = false
    /// The head of the reply; `nil` until the first bytes arrive.
    private var head: HTTPHead?
    /// The writer of the body; `nil` until the first bytes of a success arrive.
    private var writer: BodyWriter?
    private var lastReport: ContinuousClock.Instant?

    /// Creates a transfer; `nil` if there is not enough memory.
    ///
    /// Any thread may call `wake`, which makes curl's thread call `goOn`.
    init?(_ job: TransferJob, wake: @escaping @Sendable () -> Void) {
        guard let handle = EasyHandle(job.request) else { return nil }
        self.job = job
        self.wake = wake
        self.handle = handle
        handle.write(to: Unmanaged.passUnretained(self).toOpaque()) { bytes, size, count, context in
            guard let bytes, let context else { return 0 }
            let transfer = Unmanaged<HTTPTransfer>.fromOpaque(context).takeUnretainedValue()
            return transfer.receive(UnsafeRawBufferPointer(start: bytes, count: size * count))
        }
    }

    /// Returns a closure that calls the completion when all received bytes are written; the closure
    /// does not retain the transfer.
    func completing(with outcome: Result<HTTPReply, FetchFailure>) -> () -> Void {
        let completion = job.completion
        guard let writer else { return { completion(outcome) } }
        return { writer.end { failure in completion(failure.map { .failure($0) } ?? outcome) } }
    }

    /// Resumes the transfer after a pause; returns curl's result code, which differs from
    /// `CURLE_OK` if the transfer has failed.
    func goOn() -> CURLcode {
        writer?.hasFailed == true ? CURLE_WRITE_ERROR : ccurl_easy_continue(handle.pointer)
    }

    /// Receives uncompressed bytes and returns their number; a smaller number ends the transfer,
    /// and `CURL_WRITEFUNC_PAUSE` pauses the transfer.
    ///
    /// After a pause, curl passes the same bytes again.
    private func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
        if head == nil { begin() }
        guard let head, !isUnrequestedRange(head) else { return 0 }
        guard receivedBytes + bytes.count <= limitBytes else {
            isOverLimit = true
            return 0
        }
        switch writer?.take(bytes) {
        case nil: body.append(contentsOf: bytes)
        case .taken: break
        case .full: return Int(CURL_WRITEFUNC_PAUSE)
        case .failed: return 0
        }
        receivedBytes += bytes.count
        report()
        return bytes.count
    }

    private func begin() {
        let head = handle.head
        self.head = head
        guard isSuccess, !isUnrequestedRange(head) else { return }
        writer = BodyWriter(to: job.request.sink, of: head, wake: wake)
    }

    private var expectedBytes: Int? { head?.expectedBytes.flatMap { $0 <= limitBytes ? $0 : nil } }

    private func report() {
        guard isSuccess, let head else { return }
        let now = ContinuousClock.now
        if let lastReport, now - lastReport < Self.reportInterval { return }
        lastReport = now
        job.progress(head.progress(receivedBytes: receivedBytes, expectedBytes: expectedBytes))
    }

    private var isSuccess: Bool { (200..<300).contains(head?.status ?? 0) }

    private var limitBytes: Int {
        isSuccess ? job.request.purpose.limitBytes : Self.errorBodyLimitBytes
    }

    /// Returns true if the server sent a range that was not requested.
    ///
    /// Such a reply, which RFC 9110, section 15.3.7, forbids, must not be taken for the complete
    /// file.
    private func isUnrequestedRange(_ head: HTTPHead) -> Bool {
        job.request.condition?.isForRange != true && head.status == 206
    }

    /// Returns the outcome of the transfer for curl's result code.
    func outcome(_ result: CURLcode) -> Result<HTTPReply, FetchFailure> {
        // `begin` is not called for a reply without a body, so this check is repeated here.
        if isUnrequestedRange(head ?? handle.head) {
            return .failure(.interrupted(.part))
        }
        if isOverLimit {
            return isSuccess ? .failure(.tooLarge(limitBytes: limitBytes)) : .success(reply)
        }
        guard result == CURLE_OK else {
            return .failure(handle.failure(result, received: receivedBytes))
        }
        return .success(reply)
    }

    private var reply: HTTPReply {
        HTTPReply(
            head: head ?? handle.head, body: body, redirect: handle.redirect,
            retryAfterSeconds: handle.retryAfterSeconds)
    }

    /// The maximum number of bytes read from the body of a failed reply: enough for the reason.
    private static let errorBodyLimitBytes = 64 << 10
    /// The minimum interval between progress reports; text that changes faster cannot be read.
    private static let reportInterval = Duration.milliseconds(50)
}

/// A curl handle set up for one request, and the state of its reply.
final class EasyHandle {
    let pointer: UnsafeMutableRawPointer
    private let request: HTTPRequest
    /// The buffer to which curl writes its error message.
    private let errorBuffer: UnsafeMutablePointer<CChar>
    /// The header lines of the request, which curl reads until the handle is freed.
    private var lines: UnsafeMutablePointer<curl_slist>?

    /// Creates a handle; `nil` if there is not enough memory.
    init?(_ request: HTTPRequest) {
        guard let pointer = ccurl_easy_init() else { return nil }
        self.pointer = pointer
        self.request = request
        errorBuffer = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorBuffer.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        ccurl_set_pointer(pointer, CURLOPT_ERRORBUFFER, errorBuffer)
        setAddress()
        setTimes()
        setCondition()
    }

    deinit {
        ccurl_easy_cleanup(pointer)
        ccurl_slist_free_all(lines)
        errorBuffer.deallocate()
    }

    func write(to context: UnsafeMutableRawPointer, by writer: @escaping ccurl_writer) {
        ccurl_set_writer(pointer, writer)
        ccurl_set_pointer(pointer, CURLOPT_WRITEDATA, context)
    }

    private func setAddress() {
        let origin = request.address.origin
        text(CURLOPT_URL, request.address.text)
        // Only the protocol of the address is allowed, because curl's default protocols include
        // FTP. `CurlFetcher` checks and follows redirects.
        text(CURLOPT_PROTOCOLS_STR, origin.scheme.rawValue)
        number(CURLOPT_FOLLOWLOCATION, 0)
        if origin.isLocal { text(CURLOPT_NOPROXY, "*") }
        text(CURLOPT_USERAGENT, request.userAgent)
        // Pictures are already compressed; an empty string means all encodings that curl supports.
        if request.purpose.isReply { text(CURLOPT_ACCEPT_ENCODING, "") }
        number(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
        // Waits for a connection that can be multiplexed instead of opening another. Plain HTTP is
        // excluded: curl would wait for the first reply before it knows that it cannot multiplex.
        number(CURLOPT_PIPEWAIT, origin.scheme == .https ? 1 : 0)
        number(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        if let file = CertificateAuthorities.installed { text(CURLOPT_CAINFO, file) }
        ccurl_set_count(pointer, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(request.purpose.limitBytes))
    }

    private func setTimes() {
        let limits = request.limits
        number(CURLOPT_NOSIGNAL, 1)
        // Without this option, cancelling during a name lookup waits for the resolver's thread.
        number(CURLOPT_QUICK_EXIT, 1)
        number(CURLOPT_CONNECTTIMEOUT_MS, limits.connectTimeout.milliseconds)
        number(CURLOPT_LOW_SPEED_LIMIT, limits.lowSpeedBytesPerSecond)
        number(CURLOPT_LOW_SPEED_TIME, limits.lowSpeedTime.seconds)
        number(CURLOPT_TIMEOUT_MS, limits.timeout(for: request.purpose)?.milliseconds ?? 0)
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

    /// The status and headers of the reply, once they have arrived.
    var head: HTTPHead { HTTPHead(status: status, expectedBytes: expectedBytes) { header($0) } }

    /// The announced length of the body; `nil` if the length is unknown, or counts compressed
    /// bytes.
    private var expectedBytes: Int? {
        let length = count(CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, HeaderLimits.ByteCount.self)
        return header("Content-Encoding") == nil ? length?.value : nil
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
        // Without the header, curl reports 0.
        let seconds = Bounded<HeaderLimits.Seconds>(clamping: counted(CURLINFO_RETRY_AFTER)).value
        return seconds > 0 ? seconds : nil
    }

    func failure(_ code: CURLcode, received: Int) -> FetchFailure {
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY:
            .nameNotFound(host: request.address.origin.host)
        case CURLE_COULDNT_CONNECT: .noConnection(.library(systemReason ?? message(code)))
        case CURLE_OPERATION_TIMEDOUT: tooSlow(received: received)
        case CURLE_FILESIZE_EXCEEDED: .tooLarge(limitBytes: request.purpose.limitBytes)
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM,
            CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR,
            CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_PINNEDPUBKEYNOTMATCH:
            .tlsFailed(reason: message(code))
        default: .interrupted(.library(message(code)))
        }
    }

    /// Returns the failure for a time-out.
    ///
    /// Curl has one code for three time-outs; the progress of the transfer shows which time-out it
    /// was.
    private func tooSlow(received: Int) -> FetchFailure {
        let limits = request.limits
        // The value is zero until the connection is made and the request can be sent.
        guard let begun = count(CURLINFO_PRETRANSFER_TIME_T, Microseconds.self), begun.value > 0
        else {
            return .timedOut(afterSeconds: limits.connectTimeout.seconds)
        }
        let spent = Duration.microseconds(
            count(CURLINFO_TOTAL_TIME_T, Microseconds.self)?.value ?? 0)
        if let total = limits.timeout(for: request.purpose), spent >= total {
            return .timedOut(afterSeconds: total.seconds)
        }
        return .stalled(receivedBytes: received)
    }

    /// The system's error for the last failed connection, such as "Connection refused"; curl's own
    /// message also repeats the address and the time.
    private var systemReason: String? {
        var number = 0
        ccurl_get_number(pointer, CURLINFO_OS_ERRNO, &number)
        return number == 0 ? nil : Errno(rawValue: CInt(number)).description.lowercased()
    }

    private func message(_ code: CURLcode) -> String {
        let text = String(cString: errorBuffer)
        return text.isEmpty ? String(cString: ccurl_easy_strerror(code)) : text
    }

    /// Returns a count that curl has for a reply; `nil` if the count exceeds its limit or is
    /// unknown (-1).
    private func count<Limit: NumberLimit>(
        _ info: CURLINFO, _ limit: Limit.Type
    ) -> Bounded<Limit>? {
        Bounded(counted(info))
    }

    private func counted(_ info: CURLINFO) -> curl_off_t {
        var count: curl_off_t = 0
        ccurl_get_count(pointer, info, &count)
        return count
    }

    /// A time in microseconds, of at most a century.
    private enum Microseconds: NumberLimit { static let range = 0...3_155_760_000_000_000 }
}

extension Duration {
    /// The number of whole seconds.
    var seconds: Int { Int(components.seconds) }
    fileprivate var milliseconds: Int { Int(self / .milliseconds(1)) }
}

/// The certificate authorities that this system trusts, for a libcurl that was built for another
/// system, as in the tarball.
package enum CertificateAuthorities {
    /// The certificate file of Debian, Ubuntu, Arch, Alpine and NixOS, which libcurl finds by
    /// itself.
    private static let usual = "/etc/ssl/certs/ca-certificates.crt"
    /// The certificate files of Fedora and its relatives, of openSUSE, and of OpenSSL's own folder.
    private static let others = [
        "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem",
    ]

    /// The certificate file for libcurl on this system, determined once; `nil` for libcurl's
    /// default.
    static let installed = file { access($0, R_OK) == 0 }

    /// Returns the first certificate file that exists; `nil` if libcurl should choose.
    package static func file(where exists: (String) -> Bool) -> String? {
        #if os(Linux)
        if exists(usual) { return nil }
        return others.first(where: exists)
        #else
        // Other systems have their own store for certificates.
        return nil
        #endif
    }
}
