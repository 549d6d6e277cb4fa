internal import PhotoCatalog
internal import TerminalProtocols

/// The words of a photo's page.
enum DetailWording {
    static let albums: SafeText = "Albums"
    static let keywords: SafeText = "Keywords"
    static let loading: SafeText = "looking it up …"
    static let noFacts: SafeText = "The file says nothing of itself."
    static let keys: SafeText =
        "Enter: view  n p: others  Tab: albums, keywords  i: file  S: save  ?: all keys"

    static func more(lines: Int) -> SafeText { SafeText("↓ \(lines) more") }

    static func credits(of photo: Photo) -> [(name: SafeText, value: SafeText)] {
        [
            ("Photographer", photo.credits.photographer),
            ("With", photo.credits.secondaryCreator),
            ("Centre", photo.credits.center),
            ("Location", photo.texts.location),
            ("Shows", alternative(of: photo)),
            ("Id", photo.id.text),
        ].map { (SafeText($0.0), SafeText($0.1.map { PlainText.cleaned($0) } ?? "")) }
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
        let bytes = declared.approximateBytes.map { "  " + StatusWording.size($0) } ?? ""
        return name + pixels + format + SafeText(bytes)
    }
}
