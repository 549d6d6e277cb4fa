internal import Dispatch

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Opens pages in the browser the user has chosen.
enum URLOpener {
    enum Failure: Error, Hashable {
        /// Only pages on the web are opened.
        case notAPage
        /// There is no program that opens pages.
        case noOpener(name: String)
        case unusable(reason: String)
    }

    #if canImport(Darwin)
    static let opener = "open"
    #else
    static let opener = "xdg-open"
    #endif

    /// Starts the opener and does not wait for it; no shell sees the address.
    ///
    /// The opener has a session of its own and none of our streams: it cannot draw on the terminal,
    /// and lives on when this program ends.
    static func open(_ address: String, by opener: String = opener) throws(Failure) {
        guard address.hasPrefix("https://") else { throw .notAPage }
        var actions = SpawnSettings()
        defer { actions.destroy() }
        let words: [UnsafeMutablePointer<CChar>?] = [strdup(opener), strdup(address), nil]
        defer { words.forEach { free($0) } }
        var child: pid_t = 0
        let number = posix_spawnp(
            &child, opener, &actions.files, &actions.attributes, words, environ)
        guard number == 0 else {
            throw number == ENOENT
                ? .noOpener(name: opener) : .unusable(reason: String(cString: strerror(number)))
        }
        wait(for: child)
    }

    /// A child nobody waits for stays in the list of processes as a zombie.
    private static func wait(for child: pid_t) {
        DispatchQueue.global(qos: .background).async {
            var status: Int32 = 0
            while waitpid(child, &status, 0) < 0, errno == EINTR {}
        }
    }
}
