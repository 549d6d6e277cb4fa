internal import CHEIF
internal import Imaging

/// The coded data of a picture that a decoder of HEVC or AV1 can decode without libheif.
///
/// libheif 1.15 decodes HEVC on one thread, and converts each picture to RGB on one thread.
struct CodedPicture {
    /// The properties that do not change a decoded picture.
    private static let descriptions: Set<String> = [
        "ispe", "pixi", "colr", "hvcC", "av1C", "pasp", "clli", "mdcv",
    ]
    /// The maximum size of the data, and of a unit, in bytes.
    private static let mostBytes = 1 << 28
    /// The maximum number of parameter sets before the data; a file has three or four.
    private static let mostSets = 64

    private let data: [UInt8]
    /// The content of the box `hvcC`; `nil` for AV1.
    private let configuration: [UInt8]?

    /// Finds the data of a picture, or of the main picture if the number is `nil`.
    ///
    /// The result is `nil` if the picture is derived, rotated, mirrored or cropped, or if some data
    /// are missing.
    init?(_ source: UnsafeRawBufferPointer, of number: Int?) {
        let boxes = HEIFBoxes(source)
        guard let item = number ?? boxes.main, source.count <= Self.mostBytes,
            let kind = boxes.items.first(where: { $0.number == item })?.kind
        else { return nil }
        let properties = boxes.properties(of: item)
        let box = properties.first { $0.kind == "hvcC" }?.content
        guard properties.allSatisfy({ Self.descriptions.contains($0.kind) }),
            (kind == "hvc1" && box != nil) || (kind == "av01" && box == nil),
            let data = boxes.locations(of: [item])?.data(of: item)
        else { return nil }
        self.data = data
        configuration = box.map { Array(boxes.file.bytes[$0]) }
    }

    /// Decodes the picture; the `image` of the result is `nil` on failure.
    func decode(_ size: PixelSize) -> cheif_planes {
        guard let configuration else {
            return cav1_decode(data, data.count, UInt32(clamping: size.area ?? 0))
        }
        guard let decoder = chevc_open(Int32(WorkThread.coreCount)) else { return cheif_planes() }
        let isRead = push(configuration, to: decoder)
        let planes = isRead ? chevc_decode(decoder) : cheif_planes()
        if planes.image == nil { chevc_close(decoder) }
        return planes
    }

    /// Passes the parameter sets and the data to a decoder of HEVC; returns false on failure.
    ///
    /// See ISO/IEC 14496-15, 8.3.3.
    private func push(_ configuration: [UInt8], to decoder: UnsafeMutableRawPointer) -> Bool {
        configuration.withUnsafeBytes { box in
            let box = ByteReader(bytes: box)
            guard let size = box.byte(at: 21).map({ $0 & 3 + 1 }) else { return false }
            var offset = 23
            var sets = 0
            for _ in 0..<(box.byte(at: 22) ?? 0) {
                guard let count = box.uint16(at: offset + 1) else { return false }
                offset += 3
                for _ in 0..<count {
                    sets += 1
                    guard sets <= Self.mostSets,
                        let end = push(box, at: offset, sizeBytes: 2, to: decoder)
                    else { return false }
                    offset = end
                }
            }
            return pushData(sizeBytes: size, to: decoder)
        }
    }

    private func pushData(sizeBytes: Int, to decoder: UnsafeMutableRawPointer) -> Bool {
        data.withUnsafeBytes { data in
            var offset = 0
            while offset < data.count {
                let reader = ByteReader(bytes: data)
                guard let end = push(reader, at: offset, sizeBytes: sizeBytes, to: decoder) else {
                    return false
                }
                offset = end
            }
            return true
        }
    }

    /// Passes a unit, which follows its size, to the decoder; returns the unit's end.
    private func push(
        _ bytes: ByteReader, at offset: Int, sizeBytes: Int, to decoder: UnsafeMutableRawPointer
    ) -> Int? {
        var count = 0
        for index in 0..<sizeBytes {
            guard let byte = bytes.byte(at: offset + index) else { return nil }
            count = count << 8 | byte
        }
        let start = offset + sizeBytes
        guard count > 0, count <= bytes.count - start else { return nil }
        let unit = UnsafeRawBufferPointer(rebasing: bytes.bytes[start..<start + count])
        return chevc_push(decoder, unit.baseAddress, Int32(count)) != 0 ? start + count : nil
    }
}
