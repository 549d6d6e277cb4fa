internal import CCurl

/// The library that downloads, as it names itself: libcurl and its TLS; it goes on for 150 columns.
package enum TransferLibrary {
    package static var version: String {
        String(cString: curl_version()).split(separator: " ").prefix(2).joined(separator: " ")
    }
}
