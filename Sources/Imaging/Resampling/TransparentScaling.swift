extension Resampler {
    /// Returns the window's pixels with straight alpha, averaged in linear light.
    ///
    /// Colours count in proportion to their alpha, so the colours of transparent pixels have no
    /// effect.
    ///
    /// - Precondition: `region` is from the window's photo and covers `area(for:reducedBy:)`.
    package func resampleWithAlpha(_ region: RegionPixels, for window: ScaledWindow) -> Raster {
        guard !region.raster.isOpaque else { return resample(region, for: window, over: .black) }
        let scaled = { (backdrop: Float) in
            let blended = RegionPixels(
                photo: region.photo, reduction: region.reduction, area: region.area,
                raster: region.raster.inFront(of: backdrop))
            return resample(blended, for: window, over: .black)
        }
        return Raster(scaled(0), beforeWhite: scaled(1))
    }
}

extension Raster {
    /// Returns an opaque copy whose light is mixed with that of a gray backdrop from 0 to 1.
    ///
    /// Hot: runs for each pixel of a photo with alpha that is scaled and saved.
    fileprivate func inFront(of backdrop: Float) -> Raster {
        var bytes = pixels
        let (lights, codes) = (LinearLight.ofCode, LinearLight.codeOfStep)
        for offset in stride(from: 0, to: bytes.count &- 3, by: Self.bytesPerPixel)
        where bytes[offset &+ 3] != 255 {
            let alpha = Float(bytes[offset &+ 3]) / 255
            for channel in offset..<offset &+ 3 {
                let light = lights[Int(bytes[channel])] * alpha + backdrop * (1 - alpha)
                bytes[channel] = codes[Int(light * Float(LinearLight.steps) + 0.5)]
            }
            bytes[offset &+ 3] = 255
        }
        return Raster(size: size, pixels: bytes)
    }

    /// Creates a raster with alpha from its light in front of black and of white.
    ///
    /// The difference between the two is the light that passes the pixel.
    fileprivate init(_ black: Raster, beforeWhite white: Raster) {
        var bytes = black.pixels
        let (lights, codes) = (LinearLight.ofCode, LinearLight.codeOfStep)
        for offset in stride(from: 0, to: bytes.count &- 3, by: Self.bytesPerPixel) {
            let channels = offset..<offset &+ 3
            let passing = channels.reduce(Float(0)) {
                $0 + lights[Int(white.pixels[$1])] - lights[Int(bytes[$1])]
            }
            let alpha = min(max(1 - passing / 3, 0), 1)
            bytes[offset &+ 3] = UInt8(alpha * 255 + 0.5)
            guard alpha > 0 else { continue }
            for channel in channels {
                let light = min(lights[Int(bytes[channel])] / alpha, 1)
                bytes[channel] = codes[Int(light * Float(LinearLight.steps) + 0.5)]
            }
        }
        self.init(size: black.size, pixels: bytes, isOpaque: false)
    }
}
