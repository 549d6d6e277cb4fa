import Imaging

/// Some bands of a frame, one below the other: what one thread encodes.
package struct FrameStrip: Sendable {
    package let frame: Frame
    /// Bands of six rows, counted from the frame's top.
    package let bands: Range<Int>

    static let bandHeight = 6

    /// All of a frame.
    package init(_ frame: Frame) {
        self.init(frame, bands: 0..<Self.bandCount(of: frame))
    }

    /// A frame cut into so many strips, fewer if it has not enough bands.
    package static func strips(of frame: Frame, count: Int) -> [FrameStrip] {
        let bands = bandCount(of: frame)
        let count = max(1, min(count, bands))
        return (0..<count).map { strip in
            FrameStrip(frame, bands: bands * strip / count..<bands * (strip + 1) / count)
        }
    }

    private init(_ frame: Frame, bands: Range<Int>) {
        self.frame = frame
        self.bands = bands
    }

    var isFirst: Bool { bands.lowerBound == 0 }
    var isLast: Bool { bands.upperBound == Self.bandCount(of: frame) }

    /// The rows of a band; the last band of a frame may have fewer than six.
    func rows(of band: Int) -> Range<Int> {
        let top = band * Self.bandHeight
        return top..<min(top + Self.bandHeight, frame.raster.size.height)
    }

    private static func bandCount(of frame: Frame) -> Int {
        (frame.raster.size.height + bandHeight - 1) / bandHeight
    }
}
