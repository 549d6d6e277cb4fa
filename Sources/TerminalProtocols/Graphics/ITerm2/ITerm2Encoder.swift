package import Imaging

/// Writes frames as inline images of iTerm2: `OSC 1337 ; File=…:BASE64 BEL`, a PNG pixel for pixel.
package struct ITerm2Encoder: GraphicsEncoder {
    private let png: @Sendable (Raster) -> [UInt8]

    /// - Parameter png: makes an opaque PNG. (konsole draws no TIFF.)
    package init(png: @escaping @Sendable (Raster) -> [UInt8]) { self.png = png }

    package func encode(_ frame: Frame, into output: inout [UInt8]) {
        guard !frame.raster.size.isEmpty else { return }
        let file = png(frame.raster)
        output.append(contentsOf: [Ascii.escape])
        output.append(
            contentsOf: """
                ]1337;File=inline=1;size=\(file.count);width=\(frame.raster.size.width)px;\
                height=\(frame.raster.size.height)px;preserveAspectRatio=0;doNotMoveCursor=1:
                """.utf8)
        Base64.append(file[...], to: &output)
        output.append(Ascii.bell)
    }
}
