internal import PhotoCatalog
internal import TerminalProtocols

/// The words of a photo's page.
enum DetailWording {
    private static var phrases: DetailPhrases { Phrases.current.detail }

    static var albums: SafeText { phrases.albums }
    static var keywords: SafeText { phrases.keywords }
    static var noFacts: SafeText { phrases.noFacts }
    static var keys: SafeText { phrases.keys(.current) }

    /// That it is on its way; or when it is asked for again.
    static func loading(delayedBySeconds seconds: Int?) -> SafeText {
        seconds.map(StatusWording.waiting) ?? phrases.loading
    }

    static func more(lines: Int) -> SafeText { phrases.more(lines) }

    static func credits(of photo: Photo) -> [(name: SafeText, value: SafeText)] {
        [
            (phrases.photographer, photo.credits.photographer),
            (phrases.secondaryCreator, photo.credits.secondaryCreator),
            (phrases.center, photo.credits.center),
            (phrases.location, photo.texts.location),
            (phrases.alternative, alternative(of: photo)),
            (phrases.id, photo.id.text),
        ].map { (SafeText($0.0), SafeText($0.1.map { PhotoWording.words($0) } ?? "")) }
    }

    /// NASA's words for those who cannot see it; some are only the name of a camera's file.
    private static func alternative(of photo: Photo) -> String? {
        guard let text = photo.texts.description508, text.contains(" "),
            text != photo.texts.description, text != photo.title
        else { return nil }
        return text
    }

    static func size(of asset: PhotoAsset) -> SafeText {
        let name = SafeText(asset.size.rawValue).padded(to: 8)
        let format = SafeText(asset.format.fileExtension.uppercased())
        guard let declared = asset.declared else { return name + format }
        let pixels = SafeText("\(declared.width)x\(declared.height)").padded(to: 13)
        let bytes = declared.approximateBytes.map { "  " + LocalWording.size($0) } ?? ""
        return name + pixels + format + SafeText(bytes)
    }
}
