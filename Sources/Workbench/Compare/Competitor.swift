internal import Foundation
internal import Imaging
internal import TerminalEmulation

/// A program that shows pictures in a terminal, and its command line.
struct Competitor {
    enum OutputFormat: String, CaseIterable { case sixel, cells }

    let name: String
    let format: OutputFormat
    /// The command line, with placeholders in braces for the picture and the box.
    private let command: String

    private init(_ name: String, _ format: OutputFormat, _ command: String) {
        self.name = name
        self.format = format
        self.command = command
    }

    /// Returns the words of the command line that shows the picture at `path` in a box of complete
    /// cells.
    func words(for path: String, in box: PixelSize) -> [String] {
        let (columns, rows) = (box.width / GlyphInk.width, box.height / GlyphInk.height)
        let meanings = [
            "{in}": path, "{pixels}": "\(box.width)x\(box.height)", "{width}": "\(box.width)",
            "{height}": "\(box.height)", "{cells}": "\(columns)x\(rows)",
            "-g{cells}": "-g\(columns)x\(rows)",
            // Without a terminal, chafa assumes cells of 8 by 8 pixels.
            "{squares}": "\(columns)x\(rows * 2)", "nasa-view": Self.ourProgram,
        ]
        return command.split(separator: " ").map { meanings[String($0)] ?? String($0) }
    }

    /// The path of the nasa-view program built beside this tool.
    private static let ourProgram: String = {
        let own = CommandLine.arguments[0].split(separator: "/", omittingEmptySubsequences: false)
        return (own.dropLast() + ["nasa-view"]).joined(separator: "/")
    }()

    /// The programs to compare, in the versions of Debian 12 for the published figures; programs
    /// that are not installed are omitted.
    static let all = [
        Competitor("nasa-view", .sixel, "nasa-view --print --protocol sixel --size {pixels} {in}"),
        Competitor(
            "nasa-view 1024", .sixel,
            "nasa-view --print --protocol sixel --registers 1024 --size {pixels} {in}"),
        Competitor(
            "chafa", .sixel, "chafa -f sixels -s {squares} --font-ratio 1/1 --scale max {in}"),
        Competitor("img2sixel", .sixel, "img2sixel -w {width} -h {height} {in}"),
        Competitor("ImageMagick", .sixel, "convert {in} -resize {pixels} sixel:-"),
        Competitor(
            "nasa-view half", .cells, "nasa-view --print --protocol blocks --size {cells} {in}"),
        blocks("quadrant"), blocks("sextant"), blocks("octant"),
        Competitor("timg half", .cells, "timg -ph -g{cells} {in}"),
        Competitor(
            "chafa blocks", .cells,
            "chafa -f symbols -c full --symbols block -s {cells} --scale max {in}"),
    ]

    private static func blocks(_ glyphs: String) -> Competitor {
        Competitor(
            "nasa-view \(glyphs)", .cells,
            "nasa-view --print --protocol blocks --glyphs \(glyphs) --size {cells} {in}")
    }
}

/// One run of a program: its output and its costs.
struct CompetitorRun {
    let output: [UInt8]
    let nanoseconds: UInt64
    let processorNanoseconds: UInt64

    /// Runs a program with its output in the file at `path`; `nil` if the program is not installed,
    /// fails, or prints nothing.
    init?(_ words: [String], outputAt path: String) {
        // A shell redirects the streams, because the functions that start a process with other
        // streams differ between systems.
        let script = """
            export TERM=xterm-256color COLORTERM=truecolor LC_ALL=C.UTF-8
            file=$1; shift; exec "$@" </dev/null >"$file" 2>/dev/null
            """
        let arguments = ["sh", "-c", script, "sh", path] + words
        var pointers = arguments.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        var identifier: pid_t = 0
        let start = BenchClock.now
        guard posix_spawn(&identifier, "/bin/sh", nil, nil, &pointers, environ) == 0 else {
            return nil
        }
        var status: Int32 = 0
        var usage = rusage()
        while wait4(identifier, &status, 0, &usage) < 0 { guard errno == EINTR else { return nil } }
        nanoseconds = BenchClock.now - start
        guard status == 0, let data = FileManager.default.contents(atPath: path), !data.isEmpty
        else { return nil }
        output = Array(data)
        processorNanoseconds = Self.nanoseconds(usage.ru_utime) + Self.nanoseconds(usage.ru_stime)
    }

    private static func nanoseconds(_ time: timeval) -> UInt64 {
        UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_usec) * 1000
    }
}
