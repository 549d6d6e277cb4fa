internal import Imaging

extension RegionPixels {
    /// Returns the opaque pixels of a window, scaled in strips on all cores, and converted.
    ///
    /// Colours are converted after scaling, when there are fewer pixels, unless the difference
    /// could be visible. Transparent pixels are blended in sRGB, so they are converted before.
    func scaled(
        to window: ScaledWindow, over background: RGBColour, _ conversion: ColourConversion?
    ) -> Raster {
        guard let conversion else { return scaled(to: window, over: background) { _ in } }
        guard conversion.commutesWithScaling, raster.hasOnlyOpaquePixels else {
            let converted = RegionPixels(
                photo: photo, reduction: reduction, area: area, raster: conversion.converted(raster)
            )
            return converted.scaled(to: window, over: background) { _ in }
        }
        return scaled(to: window, over: background) { conversion.convertBand($0) }
    }

    private func scaled(
        to window: ScaledWindow, over background: RGBColour,
        _ convert: @Sendable (UnsafeMutableBufferPointer<UInt8>) -> Void
    ) -> Raster {
        let size = window.window.size
        let strips = window.strips(WorkThread.evenly(size.height / Self.stripRows))
        let pixels = Raster.bytes(of: size) { target in
            // Each strip writes to different rows.
            nonisolated(unsafe) let target = target
            WorkThread.concurrentPerform(iterations: strips.count) { number in
                let strip = strips[number].window
                let rowBytes = size.width * Raster.bytesPerPixel
                let start = (strip.minY - window.window.minY) * rowBytes
                let rows = UnsafeMutableBufferPointer(
                    rebasing: target[start..<(start + strip.size.height * rowBytes)])
                Resampler().resample(
                    self, for: strips[number], over: background,
                    into: UnsafeMutableRawBufferPointer(rows))
                convert(rows)
            }
        }
        return Raster(size: size, pixels: pixels)
    }

    /// The minimum number of rows of a strip; the filter also reads a few rows of the next strip.
    private static let stripRows = 128
}

extension Raster {
    /// True if no pixel is transparent; the alpha channel of some pictures is opaque.
    var hasOnlyOpaquePixels: Bool {
        isOpaque
            || pixels.withUnsafeBytes { bytes in
                // Sixteen pixels at a time.
                let whole = bytes.count / 64 * 64
                var all = SIMD16<UInt32>(repeating: .max)
                for offset in stride(from: 0, to: whole, by: 64) {
                    all &= bytes.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt32>.self)
                }
                var last = all.indices.reduce(UInt32.max) { $0 & all[$1] }
                for offset in stride(from: whole, to: bytes.count, by: Self.bytesPerPixel) {
                    last &= bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
                }
                return UInt32(littleEndian: last) >> 24 == 255
            }
    }
}

extension ColourConversion {
    /// True if scaled pixels can be converted instead of stored ones: the conversion maps the light
    /// halfway between two grays to the light halfway between their results.
    ///
    /// That is so if the file has sRGB's curve, in whose light pixels are scaled.
    var commutesWithScaling: Bool {
        var pixels: [UInt8] = []
        for first in Self.grays {
            for second in Self.grays {
                for gray in [first, second, Self.halfway(between: first, and: second)] {
                    pixels += [gray, gray, gray, 255]
                }
            }
        }
        pixels.withUnsafeMutableBufferPointer { convertBand($0) }
        return stride(from: 0, to: pixels.count, by: 12).allSatisfy { start in
            (start..<start + 3).allSatisfy { channel in
                let light = [0, 4, 8].map { LinearLight.ofCode[Int(pixels[channel + $0])] }
                return abs((light[0] + light[1]) / 2 - light[2]) <= Self.mostDifference
            }
        }
    }

    private static let grays: [UInt8] = [0, 64, 128, 192, 255]

    /// The largest difference that comes from rounding; white is 1.
    ///
    /// Display P3 has 0, Adobe RGB .01, Rec. 2020 .04. With .05, photos in Adobe RGB would change
    /// by up to .44 dE on average, and photos in Rec. 2020 by .65.
    private static let mostDifference: Float = 0.006

    private static func halfway(between first: UInt8, and second: UInt8) -> UInt8 {
        let light = (LinearLight.ofCode[Int(first)] + LinearLight.ofCode[Int(second)]) / 2
        return LinearLight.codeOfStep[Int(light * Float(LinearLight.steps) + 0.5)]
    }
}
