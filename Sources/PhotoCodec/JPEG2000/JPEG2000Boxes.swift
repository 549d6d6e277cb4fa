internal import Imaging

/// The colours that the boxes of a JP2 describe (ISO/IEC 15444-1, annex I; 15444-2, annex M).
///
/// The program reads the boxes because OpenJPEG 2.5.0 reports colours only after decoding.
struct JPEG2000Boxes {
    /// The maximum number of boxes read on one level; a JP2 has five before its codestream.
    private static let mostBoxes = 100

    /// The number of an enumerated colour space; `nil` if the file has none.
    private(set) var colourSpace: Int?
    private(set) var profile: [UInt8]?
    /// The ranges of the samples if the colours are CIE L*a*b*; otherwise `nil`.
    private(set) var lab: JPEG2000Lab?
    /// The bit depth of a channel; used for the ranges of L*a*b*.
    private var bits = 8
    /// The bit depth and the number of channels; `nil` if the file does not state a common depth.
    private(set) var depth: (bits: Int, components: Int?)?
    /// The number of channels that a palette expands to; 0 without a palette.
    private(set) var paletteChannels = 0
    /// The number of channels declared as alpha, premultiplied or not.
    private(set) var alphaChannels = 0

    /// Reads the boxes; a codestream without boxes states only its depth.
    init(_ source: UnsafeRawBufferPointer) {
        let file = ByteReader(bytes: source)
        guard file.uint16(at: 0) != 0xFF4F else {
            readDepth(ofStream: file)
            return
        }
        forEachBox(in: file, 0..<file.count) { kind, content in
            guard kind == "jp2h" else { return kind != "jp2c" }
            forEachBox(in: file, content) { kind, content in
                readHeaderBox(kind, file.part(from: content.lowerBound, count: content.count))
                return true
            }
            return false
        }
    }

    private mutating func readHeaderBox(_ kind: String, _ box: ByteReader) {
        switch kind {
        // The first supported colour box counts (I.5.3.3).
        case "colr" where colourSpace == nil && profile == nil: readColours(box)
        case "ihdr":
            bits = ((box.byte(at: 10) ?? 7) & 0x7F) + 1
            // 255 means that channels have different depths.
            let isSame = (0..<0xFF).contains(box.byte(at: 10) ?? 0xFF)
            if isSame { depth = (bits, box.uint16(at: 8)) }
        case "pclr": paletteChannels = box.byte(at: 2) ?? 0
        case "cdef":
            let count = min(box.uint16(at: 0) ?? 0, box.count / 6)
            alphaChannels = (0..<count).count { [1, 2].contains(box.uint16(at: 4 + $0 * 6)) }
        default: break
        }
    }

    /// Reads the depth from the SIZ segment, which follows the first marker (A.5.1).
    private mutating func readDepth(ofStream stream: ByteReader) {
        guard let count = stream.uint16(at: 40), let bits = stream.byte(at: 42) else { return }
        depth = (bits & 0x7F + 1, count)
    }

    private mutating func readColours(_ box: ByteReader) {
        switch box.byte(at: 0) {
        case 1:
            colourSpace = box.uint32(at: 3)
            if colourSpace == 14 { lab = JPEG2000Lab(box, bits: bits) }
        case 2, 3:
            guard (1...EmbeddedProfile.limitBytes).contains(box.count - 3) else { return }
            profile = Array(box.bytes.dropFirst(3))
        default: break
        }
    }

    /// The four letters of the profile's colour space (ICC.1, 7.2.6); `nil` without a profile.
    var profileSpace: String? {
        guard let profile, profile.count >= 20 else { return nil }
        return String(decoding: profile[16..<20], as: UTF8.self)
    }

    private func forEachBox(
        in file: ByteReader, _ area: Range<Int>, _ body: (String, Range<Int>) -> Bool
    ) {
        var offset = area.lowerBound
        for _ in 0..<Self.mostBoxes {
            guard offset + 8 <= area.upperBound, let size = file.uint32(at: offset) else { return }
            let kind = String(decoding: file.bytes[offset + 4..<offset + 8], as: UTF8.self)
            let head = size == 1 ? 16 : 8
            // A box of more than 4 GB or of size 0 is the last box that is read.
            let isLong = size == 1 && file.uint32(at: offset + 8) != 0
            let count = size == 1 ? file.uint32(at: offset + 12) ?? 0 : size
            let isLast = size == 0 || isLong
            let end = isLast ? area.upperBound : min(offset + count, area.upperBound)
            guard end >= offset + head, body(kind, offset + head..<end), !isLast else { return }
            offset = end
        }
    }
}

/// The meaning of the channels of a JPEG 2000.
enum JPEG2000Colour: Hashable, Sendable {
    case gray, rgb, ycc, cmyk
    case lab(JPEG2000Lab)

    /// Creates the meaning from the boxes and the number of channels.
    ///
    /// `isSubsampled` is true if the second or third channel has fewer samples than the first.
    init(_ boxes: JPEG2000Boxes, channels: Int, isSubsampled: Bool) {
        let count = max(channels, boxes.paletteChannels) - boxes.alphaChannels
        let fallback: JPEG2000Colour =
            count < 3 || channels < 3 && boxes.paletteChannels == 0
            ? .gray : isSubsampled ? .ycc : .rgb
        let stated: JPEG2000Colour =
            switch boxes.colourSpace {
            // Table M.25 of part 2: bilevel, gray; YCbCr(1) to (3), sYCC, e-sYCC; CMYK.
            case 0, 15, 17: .gray
            case 1, 3, 4, 18, 24: .ycc
            case 12: .cmyk
            case 14: boxes.lab.map(JPEG2000Colour.lab) ?? fallback
            default:
                switch boxes.profileSpace {
                case "CMYK": .cmyk
                case "GRAY": .gray
                case "YCbr": .ycc
                default: fallback
                }
            }
        let needed = stated == .cmyk ? 4 : stated == .gray ? 1 : 3
        self = count >= needed ? stated : fallback
    }
}
