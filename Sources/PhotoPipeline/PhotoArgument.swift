package import Imaging
package import PhotoCatalog
internal import SystemPackage

/// A photo and a place of it in one word, as a command line has it: `PIA00342#xywh=8120,3040,1920,1080`.
package struct PhotoArgument: Hashable, Sendable {
    /// The photo, as it is named on a command line.
    package let photo: String
    /// What to show of it; `nil` for what a photo begins with.
    package let place: ViewPlace?

    package init(photo: String, place: ViewPlace?) {
        self.photo = photo
        self.place = place
    }

    /// - Parameter argument: a word of a command line that is not the name of a file.
    /// - Throws: `NoPlace` for a word whose end is meant to be a place and is none.
    package init(_ argument: String) throws(NoPlace) {
        guard let mark = argument.lastIndex(of: "#") else {
            self.init(photo: argument, place: nil)
            return
        }
        let text = argument[argument.index(after: mark)...]
        if let place = ViewPlace(text), mark > argument.startIndex {
            self.init(photo: String(argument[..<mark]), place: place)
        } else if ViewPlace.isMeant(by: text) {
            throw NoPlace(text: String(text))
        } else {
            self.init(photo: argument, place: nil)
        }
    }

    package var text: String { place.map { "\(photo)#\($0.text)" } ?? photo }

    /// The command that opens it, for any shell: zsh reads a bare `#` as an operator.
    package var command: String {
        let quoted = text.split(separator: "'", omittingEmptySubsequences: false)
            .joined(separator: #"'\''"#)
        return "nasa-view '\(quoted)'"
    }

    /// A text behind a `#` that looks like a place and is none; sanitize it before it is shown.
    package struct NoPlace: Error, Hashable, Sendable { package let text: String }
}

extension PhotoReference {
    /// The ID of the library's item that it shows; `nil` for any other photo.
    package var id: PhotoID? {
        switch self {
        case .library(let id), .still(let id, _): id
        case .file, .address, .standardInput, .world: nil
        }
    }

    /// True if it has a page: what is known of it.
    package var hasPage: Bool {
        if case .file = self { true } else { id != nil }
    }

    /// True if there is one such photo a day.
    package var isOfADay: Bool { stepped(byDays: 0) != nil }

    /// How it is named on a command line, and in the archive; `nil` if it cannot be opened again.
    package var name: String? {
        switch self {
        case .library(let id): id.text
        // In an archive and on a screen names are texts.
        case .file(let path): FilePath(path.string) == path ? path.string : nil
        case .address(let address): address
        case .world(let map): map.name
        case .still, .standardInput: nil
        }
    }

    /// The photo of such a name, if a file's is absolute.
    package init(name: String) {
        if name.hasPrefix("/") {
            self = .file(path: name)
        } else {
            self.init(addressOrID: name)
        }
    }

    /// The same series so many days later, or earlier if `days` is negative; `nil` for a photo that is
    /// no day of a series, and before its first day.
    ///
    /// Whether the day has a photo is known when it is opened.
    package func stepped(byDays days: Int) -> PhotoReference? {
        switch self {
        case .library(let id): id.advanced(byDays: days).map { .library($0) }
        case .world(let map): map.advanced(byDays: days).map { .world($0) }
        case .file, .address, .standardInput, .still: nil
        }
    }

    /// An address; or one of the library's photos, by its ID or the address of its page.
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
