package import Imaging
package import PhotoCatalog
internal import SystemPackage

/// A photo and a position in it as one argument of a command line:
/// `PIA00342#xywh=8120,3040,1920,1080`.
package struct PhotoArgument: Hashable, Sendable {
    /// The photo, in the notation of the command line.
    package let photo: String
    /// The position to show; `nil` for the photo's initial view.
    package let position: ViewPosition?

    package init(photo: String, position: ViewPosition?) {
        self.photo = photo
        self.position = position
    }

    /// Splits an argument into a photo and a position.
    ///
    /// - Parameter argument: an argument of a command line that is not the name of a file.
    /// - Throws: `InvalidPosition` if the end of the argument looks like a position but is not
    ///   valid.
    package init(_ argument: String) throws(InvalidPosition) {
        guard let mark = argument.lastIndex(of: "#") else {
            self.init(photo: argument, position: nil)
            return
        }
        let text = argument[argument.index(after: mark)...]
        do throws(PositionTextFault) {
            let position = try ViewPosition(parsing: text)
            guard mark > argument.startIndex else { throw .words(.region) }
            self.init(photo: String(argument[..<mark]), position: position)
        } catch {
            guard !ViewPosition.isMeant(by: text) else {
                throw InvalidPosition(text: String(text), fault: error)
            }
            self.init(photo: argument, position: nil)
        }
    }

    package var text: String { position.map { "\(photo)#\($0.text)" } ?? photo }

    /// The command that opens the photo.
    ///
    /// The argument is quoted for any shell, because zsh reads a bare `#` as an operator.
    package var command: String { "nasa-view " + Self.quoted(text) }

    /// Returns a text quoted as one word of any shell.
    package static func quoted(_ text: String) -> String {
        let parts = text.split(separator: "'", omittingEmptySubsequences: false)
        return "'" + parts.joined(separator: #"'\''"#) + "'"
    }

    /// The error for an invalid position after a `#`.
    package struct InvalidPosition: Error, Hashable, Sendable {
        /// The invalid text, which must be sanitised before display.
        package let text: String
        package let fault: PositionTextFault
    }
}

extension PhotoReference {
    /// The ID of the item in the library; `nil` for any other photo.
    package var id: PhotoID? {
        switch self {
        case .library(let id), .still(let id, _): id
        case .file, .address, .standardInput, .world: nil
        }
    }

    /// True if the program has a page with details about the photo.
    package var hasPage: Bool {
        if case .file = self { true } else { id != nil }
    }

    /// True if the photo belongs to a series with one photo a day.
    package var isOfADay: Bool { stepped(byDays: 0) != nil }

    /// The name on a command line and in the archive; `nil` if no name can open the photo again.
    package var name: String? {
        switch self {
        case .library(let id): id.text
        // Names in an archive and on a screen must be valid UTF-8.
        case .file(let path): FilePath(path.string) == path ? path.string : nil
        case .address(let address): address
        case .world(let map): map.name
        case .still, .standardInput: nil
        }
    }

    /// Creates a reference from a name; for a file, the name must be an absolute path.
    package init(name: String) {
        if name.hasPrefix("/") {
            self = .file(path: name)
        } else {
            self.init(addressOrID: name)
        }
    }

    /// Returns the photo of the same series `days` later, or earlier if `days` is negative.
    ///
    /// The result is `nil` for a photo outside a series, and before the first day of a series. Only
    /// opening the photo shows whether the day has a photo.
    package func stepped(byDays days: Int) -> PhotoReference? {
        switch self {
        case .library(let id): id.advanced(byDays: days).map { .library($0) }
        case .world(let map): map.advanced(byDays: days).map { .world($0) }
        case .file, .address, .standardInput, .still: nil
        }
    }

    /// Creates a reference from an address, from a map's name, or from a photo's ID or page address
    /// in the library.
    package init(addressOrID name: String) {
        if let id = PhotoID(page: name) {
            self = .library(id)
        } else if let map = WorldMap(name, yesterday: nil) {
            self = .world(map)
        } else {
            self = name.contains("://") ? .address(name) : .library(PhotoID(name))
        }
    }
}
