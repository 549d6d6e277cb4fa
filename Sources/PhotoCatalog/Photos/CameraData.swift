internal import Bounds

/// The camera data in a photo's metadata; implausible values are `nil`.
package struct CameraData: Hashable, Sendable {
    /// The f-number.
    package let aperture: Double?
    package let exposureSeconds: Double?
    /// The focal length in millimetres.
    package let focalLength: Double?
    /// The focal length in millimetres that gives the same view on 35 mm film; `nil` if equal to
    /// `focalLength`.
    package let filmFocalLength: Double?
    package let iso: Int?
    /// The maker and the model, such as `Nikon D5`.
    package let camera: String?
    package let lens: String?
    package let day: CalendarDate?
    /// The time of day by the camera's clock, such as `09:27`.
    package let time: String?
    /// The exposure compensation in stops, such as `-1/3`; `nil` without compensation.
    package let compensation: String?
    package let hasFired: Bool
    package let software: String?

    /// Creates camera data; `nil` if the metadata describes no camera, as for pictures from
    /// telescopes.
    package init?(_ facts: [PhotoFact]) {
        let fields = CameraFields(facts)
        aperture = fields.number("FNumber", "Aperture", in: 0.5...200)
        exposureSeconds = fields.number("ExposureTime", "ShutterSpeed", in: 1e-6...1e6)
        focalLength = fields.number("FocalLength", in: 0.5...100_000)
        let film = fields.number("FocalLengthIn35mmFormat", in: 0.5...100_000)
        filmFocalLength = film == focalLength ? nil : film
        iso = fields.number("ISO", in: 1...10_000_000)
            .flatMap { (1...10_000_000).nearest($0.rounded(.down)) }
        camera = CameraName.text(maker: fields.text("Make"), model: fields.text("Model"))
        lens = fields.text("LensModel", "Lens", "LensID")
        let taken = fields.text("DateTimeOriginal", "CreateDate") ?? ""
        day = CalendarDate(taken)
        time = day == nil ? nil : ClockTime.text(in: taken)
        compensation = fields.text("ExposureCompensation", "ExposureBiasValue")
            .flatMap { Self.steps($0) }
        // ExifTool's values include "Fired", "On, Fired" and "Off, Did not fire".
        hasFired = fields.text("Flash")?.contains("Fired") ?? false
        software = fields.text("Software")
        let tellsOfCamera =
            camera != nil || aperture != nil || exposureSeconds != nil || focalLength != nil
        guard tellsOfCamera || iso != nil else { return nil }
    }

    /// Returns `-1/3` for `-1/3 EV`; `nil` for zero and for any text that is not a compensation.
    private static func steps(_ text: String) -> String? {
        let number = text.prefix { "+-0123456789./".contains($0) }
        let isNone = !number.prefix { $0 != "/" }.contains { ("1"..."9").contains($0) }
        return isNone || number.count > longestSteps ? nil : String(number)
    }

    /// The maximum length of a compensation in characters: `-10/3` and a few more.
    private static let longestSteps = 8
}

/// The metadata fields by name: from EXIF or, if missing there, computed by ExifTool or from XMP.
private struct CameraFields {
    /// The maximum length of a text in characters; longer texts are truncated.
    private static let textLimit = 80
    private static let groups = ["EXIF", "Composite", "XMP"]
    /// The valid numerators and denominators, which have 32 bits in EXIF.
    private static let numbers = 0...Double(UInt32.max)

    private let facts: [PhotoFact]

    init(_ facts: [PhotoFact]) { self.facts = facts.filter { Self.groups.contains($0.group) } }

    /// Returns the first value of the fields with these names; `nil` if none of the fields has a
    /// value.
    func text(_ names: String...) -> String? { text(of: names) }

    /// Returns the first number in a field's value, such as `f/8`, `1/250 s`, `24.0 mm` or `200,
    /// 0`; `nil` if there is no number or the number is outside the range.
    func number(_ names: String..., in range: ClosedRange<Double>) -> Double? {
        guard let text = text(of: names) else { return nil }
        let digits = text.drop { !$0.isASCII || !$0.isNumber }
        let parts = digits.prefix { "0123456789./".contains($0) }.split(separator: "/")
        let numbers = parts.prefix(2).compactMap { Self.numbers.number(in: $0) }
        guard let first = numbers.first, numbers.count == parts.count else { return nil }
        let number = numbers.count == 2 ? first / numbers[1] : first
        return range.contains(number) ? number : nil
    }

    private func text(of names: [String]) -> String? {
        for name in names {
            for group in Self.groups {
                let fact = facts.first { $0.name == name && $0.group == group }
                guard let value = fact?.value.prefix(Self.textLimit) else { continue }
                let words = value.split { $0.isWhitespace }.joined(separator: " ")
                if !words.isEmpty { return words }
            }
        }
        return nil
    }
}

/// A camera's usual name: `NIKON CORPORATION` and `NIKON D5` become `Nikon D5`.
private enum CameraName {
    static func text(maker: String?, model: String?) -> String? {
        guard let maker = maker.flatMap(brand) else { return model }
        guard let model else { return maker }
        let words = model.split(separator: " ")
        let repeatsMaker = words.first?.lowercased() == maker.lowercased()
        return ([maker] + words.dropFirst(repeatsMaker ? 1 : 0).map { String($0) })
            .joined(separator: " ")
    }

    /// Returns the maker's name without words such as "Corporation"; `nil` if no word remains.
    private static func brand(_ maker: String) -> String? {
        let words = maker.split { $0 == " " || $0 == "," }.filter { word in
            !companyWords.contains(word.lowercased().filter(\.isLetter))
        }
        return words.isEmpty ? nil : words.map(capitalized).joined(separator: " ")
    }

    /// Returns a word in its usual case.
    ///
    /// A word of up to three capitals is kept as an abbreviation, such as `DJI`; `NIKON` becomes
    /// `Nikon`.
    private static func capitalized(_ word: Substring) -> String {
        let isShouted = word.count > 3 && word.allSatisfy(\.isUppercase)
        return isShouted ? word.prefix(1) + word.dropFirst().lowercased() : String(word)
    }

    private static let companyWords: Set<String> = [
        "corporation", "corp", "company", "co", "ltd", "inc", "ag", "gmbh", "kg", "optical",
        "imaging", "camera", "cameras", "computer", "electronics", "eastman", "techwin", "as",
    ]
}
