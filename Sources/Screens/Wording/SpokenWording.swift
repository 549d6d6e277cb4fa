internal import Imaging
package import PhotoCatalog
package import PhotoPipeline
package import TerminalProtocols

/// A photo in words, for those who listen to a screen reader or feel a braille line: whole lines, in
/// the order of their worth, without columns or rules.
extension Strings {
    /// Title; who, when and the id; what is to be seen.
    package func spoken(_ photo: Photo) -> [SafeText] {
        let parts = [subtitle(of: photo), SafeText(photo.id.text)]
        return [title(of: photo), joined(parts)] + picture(photo).map { SafeText($0) }
    }

    /// A photo that nothing but its file is known of.
    package func spoken(_ opened: OpenedPhoto, of photo: PhotoReference) -> [SafeText] {
        let caption = opened.caption
        let size = commands.pixels(
            local.number(opened.size.width), local.number(opened.size.height))
        return [
            title(of: opened, photo),
            joined([.line(caption.credit), .line(caption.date), SafeText(size)]),
        ]
    }

    /// What there was to tell of, where that is not all.
    package func more(_ count: Int, of total: Int) -> SafeText {
        commands.more(local.number(count), local.number(total))
    }

    /// NASA's words for those who cannot see it; where there are none, what it tells everybody.
    private func picture(_ photo: Photo) -> [String] {
        let text = PhotoText.words(photo.texts.description508 ?? "")
        // In many entries they are the title again, or the name of a camera's file.
        let isTelling = text.contains(" ") && text != photo.title
        return isTelling
            ? text.split(separator: "\n").map { String($0) } : PhotoText.paragraphs(of: photo)
    }

    private func joined(_ parts: [SafeText]) -> SafeText {
        let parts = parts.filter { !$0.isEmpty }
        return parts.dropFirst().reduce(parts.first ?? "") { $0 + ", " + $1 }
    }
}
