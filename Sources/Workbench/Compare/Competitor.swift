internal import Imaging

/// A program that shows pictures in a terminal, and how it is told to fill a box.
struct Competitor {
    /// What a program writes, and so how it is turned back into pixels.
    enum OutputFormat: String, CaseIterable { case sixel, cells }

    /// As it is called in a table.
    let name: String
    let speech: OutputFormat
    /// With words in braces for the picture and the box.
    private let command: String

    private init(_ name: String, _ speech: OutputFormat, _ command: String) {
        self.name = name
        self.speech = speech
        self.command = command
    }

    /// The program and its arguments that show the picture at `path` in a box of whole cells.
    func words(for path: String, in box: PixelSize) -> [String] {
        let (columns, rows) = (box.width / GlyphInk.width, box.height / GlyphInk.height)
        let meanings = [
            "{in}": path, "{pixels}": "\(box.width)x\(box.height)", "{width}": "\(box.width)",
            "{height}": "\(box.height)", "{cells}": "\(columns)x\(rows)",
            "-g{cells}": "-g\(columns)x\(rows)",
            "{halfColumns}": "\(columns * 2)",
            // chafa counts cells of 8 by 8 pixels where nobody tells it a terminal's.
            "{squares}": "\(columns)x\(rows * 2)", "nasa-view": Self.ourProgram,
        ]
        return command.split(separator: " ").map { meanings[String($0)] ?? String($0) }
    }

    /// The one that was built with this tool, or that of the system.
    private static let ourProgram: String = {
        let own = CommandLine.arguments[0].split(separator: "/", omittingEmptySubsequences: false)
        return (own.dropLast() + ["nasa-view"]).joined(separator: "/")
    }()

    /// Who is installed takes part; the versions measured are those of Debian 12.
    static let all = [
        Competitor("nasa-view", .sixel, "nasa-view --print --protocol sixel --size {pixels} {in}"),
        Competitor(
            "chafa", .sixel, "chafa -f sixels -s {squares} --font-ratio 1/1 --scale max {in}"),
        Competitor(
            "chafa diffusion", .sixel,
            "chafa -f sixels --dither diffusion -s {squares} --font-ratio 1/1 --scale max {in}"),
        Competitor("img2sixel", .sixel, "img2sixel -w {width} -h {height} {in}"),
        Competitor("img2sixel full", .sixel, "img2sixel -q full -w {width} -h {height} {in}"),
        Competitor("ImageMagick", .sixel, "convert {in} -resize {pixels} sixel:-"),
        Competitor(
            "nasa-view half", .cells, "nasa-view --print --protocol blocks --size {cells} {in}"),
        blocks("quadrant"), blocks("sextant"), blocks("octant"),
        Competitor(
            "nasa-view half 256", .cells,
            "nasa-view --print --protocol blocks --colours 256 --size {cells} {in}"),
        Competitor("timg half", .cells, "timg -ph -g{cells} {in}"),
        Competitor("timg quarter", .cells, "timg -pq -g{cells} {in}"),
        Competitor(
            "chafa half", .cells,
            "chafa -f symbols -c full --symbols vhalf -s {cells} --scale max {in}"),
        Competitor(
            "chafa blocks", .cells,
            "chafa -f symbols -c full --symbols block -s {cells} --scale max {in}"),
        Competitor(
            "chafa half 256", .cells,
            "chafa -f symbols -c 240 --dither diffusion --symbols vhalf -s {cells} --scale max {in}"
        ),
        Competitor("catimg half", .cells, "catimg -w {halfColumns} -r 2 {in}"),
    ]

    private static func blocks(_ glyphs: String) -> Competitor {
        Competitor(
            "nasa-view \(glyphs)", .cells,
            "nasa-view --print --protocol blocks --glyphs \(glyphs) --size {cells} {in}")
    }
}
