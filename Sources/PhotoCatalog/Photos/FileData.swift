internal import Bounds

/// Technical data from the metadata of a picture's file; implausible values are `nil`.
package struct FileData: Hashable, Sendable {
    /// The size in pixels, in upright orientation.
    package let width, height: Int?
    package let byteCount: Int?
    package let format: String?
    /// The number of bits per sample, and the number of samples per pixel.
    package let bits, components: Int?
    /// The colour profile's name.
    package let profile: String?
    /// The clockwise rotation, in degrees, that makes the stored picture upright; `nil` if none is
    /// needed.
    package let turnedDegrees: Int?
    package let isMirrored: Bool
    /// True if the file states its orientation.
    package let isOriented: Bool
    /// The latitude, longitude and altitude, as text.
    package let position: String?
    package let day: CalendarDate?
    /// The time of day, such as `09:27`.
    package let time: String?

    /// Creates file data; `nil` if the metadata is not that of a file on this machine.
    package init?(_ facts: [PhotoFact]) {
        let text = { (name: String) in facts.first { $0.name == name && Self.isTold($0) }?.value }
        let number = { (name: String, range: ClosedRange<Int>) in
            text(name).flatMap { range.number(in: $0) }
        }
        guard let modified = text("FileModifyDate") ?? text("FileName") else { return nil }
        let sides = (text("ImageSize") ?? "").split(separator: "x").compactMap {
            Self.sides.number(in: $0)
        }
        (width, height) = sides.count == 2 ? (sides[0], sides[1]) : (nil, nil)
        byteCount = number("FileSize", Self.byteCounts)
        format = text("FileType")
        bits = number("BitsPerSample", 1...64)
        components = number("ColorComponents", 1...16)
        profile = text("ProfileDescription")
        isOriented = text("Orientation") != nil
        let turn = text("Orientation") ?? ""
        let degrees = turn.split(separator: " ").compactMap { (0...360).number(in: $0) }.first ?? 0
        turnedDegrees = degrees == 0 ? nil : degrees
        isMirrored = turn.hasPrefix("Mirror")
        let coordinates = ["GPSLatitude", "GPSLongitude", "GPSAltitude"].compactMap { text($0) }
        position = coordinates.isEmpty ? nil : coordinates.joined(separator: ", ")
        day = CalendarDate(modified)
        time = day == nil ? nil : ClockTime.text(in: modified)
    }

    /// The valid file sizes in bytes, up to a petabyte; no file is larger.
    private static let byteCounts = 0...1 << 50
    /// The valid side lengths in pixels, up to 2^32 - 1; no format has longer sides.
    private static let sides = 1...Int(UInt32.max)

    /// Returns true if this data includes a fact, so that the photo's page need not repeat the
    /// fact.
    package static func isTold(_ fact: PhotoFact) -> Bool {
        names[fact.group]?.contains(fact.name) ?? false
    }

    private static let names: [String: Set<String>] = [
        "File": [
            "FileSize", "FileModifyDate", "FileType", "FileName", "ImageSize", "BitsPerSample",
            "ColorComponents", "PictureCount",
        ],
        "ICC_Profile": ["ProfileDescription"],
        "EXIF": ["Orientation", "GPSLatitude", "GPSLongitude", "GPSAltitude"],
    ]
}

/// The time of day in a date that a camera has written.
package enum ClockTime {
    /// Returns the time of day, such as `09:27` for `2024:01:26 09:27:29-05:00`; `nil` if the text
    /// contains no valid time.
    package static func text(in text: String) -> String? {
        guard let blank = text.firstIndex(where: { $0 == " " || $0 == "T" }) else { return nil }
        let time = text[text.index(after: blank)...].prefix(5)
        let parts = time.split(separator: ":")
        guard time.count == 5, parts.count == 2, parts.allSatisfy({ $0.count == 2 }),
            (0...23).number(in: parts[0]) != nil, (0...59).number(in: parts[1]) != nil
        else { return nil }
        return String(time)
    }
}
