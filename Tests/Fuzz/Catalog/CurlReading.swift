import CCurl

/// An address as libcurl parses it for a request.
struct CurlReading {
    let scheme: String
    let host: String
    let port: String
    let user: String

    /// `nil` if libcurl refuses it, so that nothing is requested.
    init?(_ text: String) {
        let handle = curl_url()
        defer { curl_url_cleanup(handle) }
        let code = curl_url_set(handle, CURLUPART_URL, text, 0)
        guard code == CURLUE_OK else { return nil }
        scheme = Self.part(CURLUPART_SCHEME, of: handle)
        host = Self.part(CURLUPART_HOST, of: handle)
        port = Self.part(CURLUPART_PORT, of: handle)
        user = Self.part(CURLUPART_USER, of: handle)
    }

    private static func part(_ part: CURLUPart, of handle: OpaquePointer?) -> String {
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(handle, part, &text, UInt32(CURLU_DEFAULT_PORT)) == CURLUE_OK,
            let text
        else { return "" }
        defer { curl_free(text) }
        return String(cString: text)
    }
}
