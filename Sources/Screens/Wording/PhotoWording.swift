internal import PhotoCatalog
internal import TerminalProtocols

/// A photo in words, for lists and pages.
enum PhotoWording {
    /// More of a description is never on one line.
    private static let lineCharacters = 400
    /// More of it never fits beside a picture.
    private static let pageCharacters = 8000

    static func title(of photo: Photo) -> SafeText {
        SafeText(photo.title.map { PlainText.cleaned($0) } ?? photo.id.text)
    }

    /// Who and when; what is not known takes its separator with it.
    static func subtitle(of photo: Photo) -> SafeText {
        let parts = [SafeText(photo.creditLine ?? ""), date(of: photo)].filter { !$0.isEmpty }
        guard let first = parts.first else { return "" }
        return parts.dropFirst().reduce(first) { $0 + " — " + $1 }
    }

    static func date(of photo: Photo) -> SafeText {
        if let date = photo.dateCreated { return SafeText(LocalWording.day(date)) }
        return SafeText(photo.dateAsGiven ?? "")
    }

    /// The beginning of what is told of it, unless that is its title again: it is for one in five.
    static func summary(of photo: Photo) -> SafeText {
        guard let description = photo.texts.description, description != photo.title else {
            return ""
        }
        return SafeText(PlainText.cleaned(String(description.prefix(lineCharacters))))
    }

    /// All that is told of it, in paragraphs; without it, what it shows for those who cannot see it.
    static func description(of photo: Photo) -> SafeText {
        SafeText(paragraphs(of: photo).joined(separator: " ").prefix(pageCharacters))
    }

    static func paragraphs(of photo: Photo) -> [String] {
        let description = photo.texts.description ?? ""
        let text = description == photo.title ? "" : description
        return PlainText.cleaned(text).split(separator: "\n").map { String($0) }
    }
}
