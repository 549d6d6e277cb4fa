package import SystemPackage

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Gives a finished file its name, never over another file.
package enum FreeName {
    /// A user does not want more copies of one photo.
    private static let limit = 10_000

    /// Renames the file at `path` to `stem.ending` in a folder, or to the first of `stem-1.ending`,
    /// `stem-2.ending`, … that is free, and returns its new path.
    ///
    /// - Throws: `.fileExists` if all are taken.
    package static func give(
        _ path: String, stem: String, ending: String, in folder: String
    ) throws(Errno) -> String {
        for place in candidates(stem: stem, ending: ending, in: folder) {
            if link(path, place) == 0 || (hasNoLinks(errno) && claim(place, for: path)) {
                unlink(path)
                return place
            }
            guard errno == EEXIST else { throw Errno(rawValue: errno) }
        }
        throw .fileExists
    }

    /// The names to try, in their order.
    package static func candidates(
        stem: String, ending: String, in folder: String
    ) -> some Sequence<String> {
        (0..<limit).lazy.map { number in
            folder + "/" + stem + (number == 0 ? "" : "-\(number)")
                + (ending.isEmpty ? "" : ".\(ending)")
        }
    }

    /// Some file systems have no hard links (FAT).
    private static func hasNoLinks(_ number: Int32) -> Bool {
        [EPERM, ENOTSUP, EOPNOTSUPP, EMLINK, ENOSYS].contains(number)
    }

    /// Claims a free name with an empty file, which is then replaced.
    private static func claim(_ place: String, for path: String) -> Bool {
        let file = open(place, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
        guard file >= 0 else { return false }
        close(file)
        guard rename(path, place) != 0 else { return true }
        let number = errno
        unlink(place)
        errno = number
        return false
    }
}
