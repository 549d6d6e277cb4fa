internal import ArgumentParser
internal import Imaging
internal import Screens
internal import Settings
internal import TerminalProtocols

/// The pixels of a character cell, as in 10x20.
struct CellExtent: SettingValue, Hashable {
    let metrics: CellMetrics
    let text: String

    init?(argument: String) {
        guard let extent = Extent(argument: argument),
            let metrics = ScreenLimits.cell(width: extent.width, height: extent.height)
        else { return nil }
        self.metrics = metrics
        text = "\(extent.width)x\(extent.height)"
    }

    static var choices: SettingChoices { .examples(["8x16", "10x20"]) }
}
