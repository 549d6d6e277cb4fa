extension Query {
    /// Whether a search of photos at hand finds this one: all that is asked for must be true of it.
    ///
    /// Words are found by their beginnings, as among the photos seen before.
    func matches(_ photo: Photo) -> Bool {
        hasWords(photo) && hasTexts(photo) && hasKeywords(photo) && hasYear(photo)
            && (id.map { $0 == photo.id } ?? true)
            && (center.map { $0.uppercased() == photo.credits.center?.uppercased() } ?? true)
            && (mediaTypes.isEmpty || photo.mediaType.name.map(mediaTypes.contains) ?? true)
    }

    private func hasWords(_ photo: Photo) -> Bool {
        let wanted = Self.words(text ?? "")
        guard !wanted.isEmpty else { return true }
        let texts = photo.texts
        let told =
            [photo.id.text, texts.title, texts.description, texts.location, photo.credits.center]
            .compactMap(\.self) + texts.keywords + photo.albums
        let words = told.flatMap { Self.words($0) }
        return wanted.allSatisfy { word in words.contains { $0.hasPrefix(word) } }
    }

    private func hasTexts(_ photo: Photo) -> Bool {
        let pairs = [
            (title, photo.texts.title), (description, photo.texts.description),
            (description508, photo.texts.description508), (location, photo.texts.location),
            (photographer, photo.credits.photographer),
            (secondaryCreator, photo.credits.secondaryCreator),
        ]
        return pairs.allSatisfy { wanted, told in
            wanted.map { told?.lowercased().contains($0.lowercased()) ?? false } ?? true
        }
    }

    private func hasKeywords(_ photo: Photo) -> Bool {
        let known = Set(photo.texts.keywords.map { $0.lowercased() })
        return keywords.allSatisfy { known.contains($0.lowercased()) }
    }

    private func hasYear(_ photo: Photo) -> Bool {
        guard firstYear != nil || lastYear != nil else { return true }
        guard let year = photo.dateCreated?.year else { return false }
        return (firstYear ?? .min) <= year && year <= (lastYear ?? .max)
    }

    private static func words(_ text: String) -> [Substring] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }
    }
}
