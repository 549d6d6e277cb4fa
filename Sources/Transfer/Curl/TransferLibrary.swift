internal import CCurl

/// The library that downloads, as it names itself: its version and its TLS, of a line of 150 columns.
package enum TransferLibrary {
    package static var version: String {
        let parts = String(cString: ccurl_version()).split(separator: " ").prefix(2)
        return parts.joined(separator: " ").replacing("libcurl/", with: "")
    }
}
