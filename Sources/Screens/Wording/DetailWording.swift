internal import PhotoCatalog
internal import TerminalProtocols

/// A photo's page, in words.
extension DetailStrings {
    func credits(of photo: Photo) -> [(name: SafeText, value: SafeText)] {
        [
            (photographer, photo.credits.photographer),
            (secondaryCreator, photo.credits.secondaryCreator),
            (center, photo.credits.center),
            (location, photo.texts.location),
            (alternative, alternative(of: photo)),
            (id, photo.id.text),
        ].map { (SafeText($0.0), SafeText($0.1.map { PhotoText.words($0) } ?? "")) }
    }

    /// NASA's words for those who cannot see it; some are only the name of a camera's file.
    private func alternative(of photo: Photo) -> String? {
        guard let text = photo.texts.description508, text.contains(" "),
            text != photo.texts.description, text != photo.title
        else { return nil }
        return text
    }
}

extension Strings {
    func size(of asset: PhotoAsset) -> SafeText {
        let name = SafeText(asset.size.rawValue).padded(to: 8)
        let format = SafeText(asset.format.fileExtension.uppercased())
        guard let declared = asset.declared else { return name + format }
        let pixels = SafeText("\(declared.width)x\(declared.height)").padded(to: 13)
        let bytes = declared.approximateBytes.map { "  " + local.size($0) } ?? ""
        return name + pixels + format + SafeText(bytes)
    }
}
