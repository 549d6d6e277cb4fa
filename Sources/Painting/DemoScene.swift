package import Imaging

/// A scene that can be asked for by name.
package struct DemoScene: Sendable {
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

    package static func named(_ name: String) -> DemoScene? { all.first { $0.name == name } }

    package static let all: [DemoScene] = [
        DemoScene(
            "moon", "A cratered moon, its terminator and earthshine", (1600, 1200), MoonScene.self),
        DemoScene(
            "limb", "The limb of the Earth at night: aurora, city lights, dawn", (1800, 1200),
            LimbScene.self),
        DemoScene(
            "nebula", "Coloured gas, dust lanes and young stars", (1600, 1067), NebulaScene.self),
        DemoScene(
            "galaxy", "A spiral galaxy: warm bulge, blue arms, pink knots", (1600, 1280),
            GalaxyScene.self),
        DemoScene(
            "giant", "A gas giant, its great spot, a moon and its shadow", (1600, 1600),
            GiantScene.self),
        DemoScene(
            "ringed", "A ringed planet and the shadows it plays", (1800, 1000), RingedScene.self),
        DemoScene(
            "eclipse", "A total eclipse: corona and diamond ring", (1600, 1200), EclipseScene.self),
        DemoScene("comet", "A comet with its two tails", (1600, 1067), CometScene.self),
        DemoScene(
            "desert", "Dunes of a red planet under a dusty sky", (1800, 1200), DesertScene.self),
        DemoScene(
            "milkyway", "The Milky Way over mountains and observatories, a panorama", (4800, 1000),
            MilkyWayScene.self),
        DemoScene(
            "deepfield", "Galaxies without number, a cluster and its arcs", (1600, 1600),
            DeepFieldScene.self),
        DemoScene("ice", "The cracked ice of an ocean moon", (1600, 1200), IceScene.self),
        DemoScene(
            "launch", "A rocket rising at night over water, tall", (1200, 3000), LaunchScene.self),
        DemoScene(
            "chart", "A test chart: patches, ramps, fine lines", (1600, 1200), ChartScene.self),
    ]
}
