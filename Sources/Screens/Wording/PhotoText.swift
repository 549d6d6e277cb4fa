internal import PhotoCatalog
internal import PhotoPipeline
internal import TerminalProtocols

/// A photo in words, for lists and pages.
enum PhotoText {
    /// More of a description is never in a list.
    private static let listScalars = 400
    /// More of it never fits beside a picture.
    private static let pageScalars = 8000

    /// What a list shows of a photo that was named: the file's name without its folder, all of an
    /// address, an id; standard input has neither a title nor an id.
    static func standIn(for photo: PhotoReference) -> Photo {
        switch photo {
        case .file(let path):
            Photo(id: PhotoID(path), title: String(path.split(separator: "/").last ?? path[...]))
        case .address(let text): Photo(id: PhotoID(text), title: text)
        case .library(let id): Photo(id: id, title: id.text)
        case .standardInput: Photo(id: PhotoID(""), title: "")
        }
    }

    /// The beginning of what is told of it, unless that is its title again: it is for one in five.
    static func summary(of photo: Photo) -> SafeText {
        SafeText(words(told(of: photo), scalars: listScalars))
    }

    /// All that is told of it, as one paragraph.
    static func description(of photo: Photo) -> SafeText {
        SafeText(words(told(of: photo), scalars: pageScalars))
    }

    static func paragraphs(of photo: Photo) -> [String] {
        words(told(of: photo)).split(separator: "\n").map { String($0) }
    }

    private static func told(of photo: Photo) -> String {
        let description = photo.texts.description ?? ""
        return description == photo.title ? "" : description
    }

    /// The library's words without HTML, and no more of them than is shown: they can have megabytes.
    static func words(_ text: String, scalars limit: Int = SafeText.limitScalars) -> String {
        let scalars = text.unicodeScalars
        let beginning = scalars.prefix(limit)
        let isWhole = beginning.endIndex == scalars.endIndex
        return HTMLStripper.cleaned(String(beginning)) + (isWhole ? "" : "…")
    }
}

extension Strings {
    func title(of photo: Photo) -> SafeText {
        if let title = photo.title {
            return SafeText(PhotoText.words(title, scalars: SafeText.lineScalars))
        }
        return photo.id.text.isEmpty ? status.standardInput : .line(photo.id.text)
    }

    /// Who and when; what is not known takes its separator with it.
    func subtitle(of photo: Photo) -> SafeText {
        let parts = [SafeText.line(photo.creditLine ?? ""), date(of: photo)].filter { !$0.isEmpty }
        guard let first = parts.first else { return "" }
        return parts.dropFirst().reduce(first) { $0 + " — " + $1 }
    }

    /// The same in so many columns: without the credit if there is no room for both.
    func subtitle(of photo: Photo, columns: Int) -> SafeText {
        let whole = subtitle(of: photo)
        let date = date(of: photo)
        return whole.width <= columns || date.isEmpty
            ? whole.truncated(to: columns) : date.truncated(to: columns)
    }

    func date(of photo: Photo) -> SafeText {
        if let date = photo.dateCreated { return SafeText(local.day(date)) }
        return .line(photo.dateAsGiven ?? "")
    }
}
