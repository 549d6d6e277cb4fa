package import Imaging
package import TerminalProtocols

/// The viewer's sentences about the picture itself: the levels, the rotation and the map.
package struct PictureStrings: Sendable {
    package let curve: @Sendable (Levels.Shape) -> SafeText
    /// The strength of the levels with a sign.
    package let strength: @Sendable (String) -> SafeText
    /// The black point and the white point, in percent.
    package let points: @Sendable (_ black: String, _ white: String) -> SafeText
    package let noLevels: SafeText
    package let minimapOn, minimapOff: SafeText
    /// The notice that the map is on but hidden, because the whole photo is visible.
    package let minimapWaits: SafeText
    /// The notice that the terminal cannot draw the map over a photo.
    package let noMap: SafeText
    /// The notice that three bands are shown as red, green and blue.
    package let bands: @Sendable (BandChoice) -> SafeText
    /// The notices that the file's page is shown again, and that the file lacks one of the bands.
    package let noBandsChosen, noBands: SafeText
    package let help: Help

    package struct Help: Sendable {
        package let minimap, levels, strength, points, resetLevels, turn, mirror,
            magnify, bands: SafeText
    }

    /// Returns a description of levels: the curve and any differences from the default.
    package func text(of levels: Levels, _ local: LocalStrings) -> SafeText {
        guard levels != .none else { return noLevels }
        var text = curve(levels.shape)
        if levels.strength != 0 {
            let sign = levels.strength > 0 ? "+" : "−"
            text = text + " " + strength("\(sign)\(levels.strength.magnitude)")
        }
        guard levels.blackPercent > 0 || levels.whitePercent < 100 else { return text }
        let percent = { (number: Int) in "\(number)\(local.percentSpace)%" }
        return text + " " + points(percent(levels.blackPercent), percent(levels.whitePercent))
    }
}
