internal import Imaging

/// Facts that a FITS file states: the cards of its headers.
enum FITSFacts {
    /// Keywords that are not listed, because they only describe the file's structure.
    private static let unshown: Set<String> = ["SIMPLE", "XTENSION", "EXTEND", "CONTINUE"]

    /// Returns the bit depth of the first unit that has data.
    static func depth(of photo: PhotoBytes) -> [FileFact] {
        let units = (try? FITSFile(photo))?.units ?? []
        let bits = units.first { $0.header.integer("NAXIS") ?? 0 > 0 }?.header.integer("BITPIX")
        return bits.map { [FileFact("File", "BitsPerSample", "\(abs($0))")] } ?? []
    }

    /// Returns the cards of all units, at most `fitsFacts`, in groups named after the extensions.
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
