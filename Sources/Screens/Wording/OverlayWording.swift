package import Imaging
package import PhotoPipeline
package import TerminalProtocols

/// What the last picture cost, in the words of bench and log.
extension Strings {
    /// The line for a picture; `writing` is the milliseconds from its first byte to the terminal's
    /// answer.
    package func text(_ name: SafeText, _ cost: PictureCost, writing: Int?) -> SafeText {
        let stages = Stage.allCases.compactMap { stage in
            cost.stages[stage].map { "\(stage.rawValue) \(milliseconds($0))" }
        }
        let times = stages + (writing.map { ["\(Stage.write.rawValue) \($0)"] } ?? [])
        let spent = times.isEmpty ? [] : [times.joined(separator: "  ") + " ms"]
        let figures = cost.figures.map { [text($0)] } ?? []
        let parts = [name.string] + spent + [status.bytes(cost.byteCount)] + figures
        return SafeText(" " + parts.joined(separator: "  "))
    }

    /// Said behind the line where no fence is around what decodes photos.
    package var unfenced: SafeText { SafeText("  \(status.unfenced)") }

    /// What is asked for: protocol, size, quality.
    package func text(of request: ImageRequest) -> SafeText {
        let quality = request.quality == .moving ? status.moving : status.atRest
        return SafeText("\(text(of: request.options.graphics, request.size).string)  \(quality)")
    }

    /// A protocol and the size of what it shows.
    package func text(of graphics: GraphicsProtocol, _ size: PixelSize) -> SafeText {
        SafeText("\(graphics.rawValue) \(size.width)x\(size.height)")
    }

    /// What a photo that is made tile by tile has cost so far.
    package func text(_ figures: DecodeStatistics) -> String {
        let found = figures.tilesFound * 100 / max(1, figures.tilesAsked)
        let held = figures.tileBytes + figures.indexBytes
        return status.tiles(figures.tilesMade, found, held >> 20, figures.spillBytes >> 20)
    }

    /// What a session has cost, said on leaving.
    package func stats(_ figures: DecodeStatistics?, megabytes: Int) -> SafeText {
        let memory = status.peakMemory(megabytes)
        return SafeText(figures.map { "\(text($0)), \(memory)" } ?? memory)
    }

    private func milliseconds(_ nanoseconds: UInt64) -> String {
        let tenths = (nanoseconds + 50_000) / 100_000
        return local.decimal(tenths: Int(tenths))
    }
}
