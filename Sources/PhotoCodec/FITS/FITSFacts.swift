internal import Imaging

/// Facts that a FITS file states: the cards of its headers.
enum FITSFacts {
    /// Keywords for the file's structure, which are not worth showing.
    private static let unshown: Set<String> = ["SIMPLE", "XTENSION", "EXTEND", "CONTINUE"]

    /// Returns the bit depth of the first unit that has a picture.
    static func depth(of photo: PhotoBytes) -> [FileFact] {
        let units = (try? FITSFile(photo))?.units ?? []
        let bits = units.first { $0.header.integer("NAXIS") ?? 0 > 0 }?.header.integer("BITPIX")
        return bits.map { [FileFact("File", "BitsPerSample", "\(abs($0))")] } ?? []
    }

    /// Reads unit after unit, named by its extension, up to the limit of facts.
    static func read(_ photo: PhotoBytes) -> [FileFact] {
        guard let file = try? FITSFile(photo) else { return [] }
        var facts: [FileFact] = []
        for (number, unit) in file.units.enumerated() {
            guard facts.count < DecodingLimits.fitsFacts else { break }
            let group = unit.header.text("EXTNAME") ?? (number == 0 ? "FITS" : "FITS \(number)")
            facts += unit.header.cards.filter { !unshown.contains($0.keyword) }
                .map { FileFact(group, $0.keyword, $0.line) }
        }
        return Array(facts.prefix(DecodingLimits.fitsFacts))
    }
}
