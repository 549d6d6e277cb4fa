internal import Imaging

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

extension GainMap {
    /// Reads the gain map metadata that Apple's cameras wrote before ISO 21496-1.
    ///
    /// See developer.apple.com/documentation/appkit/applying-apple-hdr-effect-to-your-photos.
    /// `exif` is the Exif block of the photo. The result is `nil` if the metadata are missing or
    /// invalid.
    ///
    /// - Precondition: the file declares the picture with this XMP as a gain map.
    init?(appleXMP xmp: XMPText?, exif: ByteReader?) {
        guard xmp?.has("HDRGainMap:HDRGainMapVersion") ?? false else { return nil }
        let headroom = xmp?.numbers("HDRGainMap:HDRGainMapHeadroom", within: 1...65536)?.first
        guard let stops = headroom.map(log2) ?? exif.flatMap(AppleHeadroom.stops) else {
            return nil
        }
        self.init([Channel(curve: .light(stops: stops))])
    }
}

/// The headroom of a photo from an Apple camera: its brightest light in proportion to white.
enum AppleHeadroom {
    private static let cameraDirectory = 0x8769
    private static let makerNote = 0x927C
    /// The maximum size of the maker note in bytes; a note usually takes a few kilobytes.
    private static let noteBytes = 1 << 16
    private static let mark: StaticString = "Apple iOS\0\0\u{1}MM"

    /// Returns the headroom in stops, from tags 33 and 48 of the maker note; `nil` without tag 33.
    ///
    /// See developer.apple.com/documentation/appkit/applying-apple-hdr-effect-to-your-photos.
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
