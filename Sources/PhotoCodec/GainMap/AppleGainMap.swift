internal import Imaging

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

extension GainMap {
    /// Reads a map of Apple's cameras before ISO 21496-1; `exif` is the photo's block
    /// (developer.apple.com/documentation/appkit/applying-apple-hdr-effect-to-your-photos).
    ///
    /// - Precondition: the file says that the picture is such a map.
    init?(appleXMP xmp: XMPText?, exif: ByteReader?) {
        guard xmp?.has("HDRGainMap:HDRGainMapVersion") ?? false else { return nil }
        let headroom = xmp?.numbers("HDRGainMap:HDRGainMapHeadroom", within: 1...65536)?.first
        guard let stops = headroom.map(log2) ?? exif.flatMap(AppleHeadroom.stops) else {
            return nil
        }
        self.init([Channel(curve: .light(stops: stops))])
    }
}

/// The brightest light of a photo of Apple's cameras, above white.
enum AppleHeadroom {
    private static let cameraDirectory = 0x8769
    private static let makerNote = 0x927C
    /// A camera's notes have some kB.
    private static let noteBytes = 1 << 16
    private static let mark: StaticString = "Apple iOS\0\0\u{1}MM"

    /// The stops of the notes in an Exif block, from the numbers 33 and 48; `nil` without both.
    ///
    /// By "Applying Apple HDR effect to your photos" (developer.apple.com/documentation/appkit).
    static func stops(of exif: ByteReader) -> Double? {
        guard
            let note = ExifDirectory.first(of: exif)?.directory(behind: cameraDirectory)?
                .bytes(makerNote, limit: noteBytes)
        else { return nil }
        return note.withUnsafeBytes { bytes in
            let note = ByteReader(bytes: bytes)
            guard note.starts(with: mark, at: 0),
                let numbers = ExifDirectory(note, at: mark.utf8CodeUnitCount),
                let headroom = numbers.signedRatio(33)
            else { return nil }
            return stops(headroom, gain: numbers.signedRatio(48) ?? 0)
        }
    }

    private static func stops(_ headroom: Double, gain: Double) -> Double {
        switch (headroom < 1, gain <= 0.01) {
        case (true, true): -20 * gain + 1.8
        case (true, false): -0.101 * gain + 1.601
        case (false, true): -70 * gain + 3
        case (false, false): -0.303 * gain + 2.303
        }
    }
}
