package import Files
internal import Imaging
package import SystemPackage

/// The files in the folder of a photo, to which a label may refer.
///
/// A worker requests the files from its session, because it cannot open files.
package struct SiblingFiles: Sendable {
    package typealias Open = @Sendable (SiblingName) -> OpenFile?

    /// The value for a photo without a folder.
    package static let none = SiblingFiles { _ in nil }

    private let open: Open

    package init(_ open: @escaping Open) { self.open = open }

    /// Creates access to the files in the folder of a local file.
    package init(beside path: FilePath) {
        self.init { OpenFile($0, beside: path) }
    }

    package func file(_ name: SiblingName) -> OpenFile? { open(name) }

    /// Returns the bytes of the file that a label names; also tries lower and upper case.
    ///
    /// Names on discs are in capitals; names of copies are often in lower case.
    ///
    /// - Throws: `.unsupported(.detachedPDS)` if the file is missing, or `.damaged` if the file is
    ///   unreadable.
    func bytes(named name: String) throws(DecodingFailure) -> PhotoBytes {
        var names = [name]
        for other in [name.lowercased(), name.uppercased()] where !names.contains(other) {
            names.append(other)
        }
        for name in names {
            guard let name = SiblingName(name), let file = open(name) else { continue }
            do { return try PhotoBytes.open(file, key: nil) } catch { throw .damaged(.unreadable) }
        }
        throw .unsupported(kind: .unsupported(.detachedPDS))
    }
}
