package import Imaging

/// A scene that can be asked for by name.
package struct Subject: Sendable {
    package let name: String
    /// One line for a list.
    package let summary: String
    /// The shape it was composed for.
    package let size: PixelSize
    let make: @Sendable (UInt32, Frame) -> any Scene

    private init<S: Scene>(
        _ name: String, _ summary: String, _ size: (width: Int, height: Int), _ scene: S.Type
    ) {
        self.name = name
        self.summary = summary
        self.size = PixelSize(width: size.width, height: size.height)
        make = { seed, frame in scene.init(seed: seed, frame: frame) }
    }

    package static func named(_ name: String) -> Subject? { all.first { $0.name == name } }

    package static let all: [Subject] = [
        Subject(
            "moon", "A cratered moon, its terminator and earthshine", (1600, 1200), MoonScene.self),
        Subject(
            "limb", "The limb of the Earth at night, aurora and city lights", (1800, 1200),
            LimbScene.self),
        Subject(
            "nebula", "Coloured gas, dust lanes and young stars", (1600, 1067), NebulaScene.self),
        Subject("chart", "A test chart: patches, ramps, fine lines", (1600, 1200), ChartScene.self),
    ]
}
