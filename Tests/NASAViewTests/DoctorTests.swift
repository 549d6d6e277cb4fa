import Foundation
import Imaging
import TestSupport
import Testing

extension WholeProgramCommands {
    /// `nasa-view doctor`: a correct report, and a restored terminal.
    @Suite struct Doctor {
        @Test(.enabled(if: SandboxCommand.isSupported, "no sandboxed processes on this system"))
        func theReportOfOneTerminalIsThis() throws {
            let doctor = try DoctorRun(in: .vt340)
            #expect(doctor.comparableText == Self.reportOfVT340)
            for table in doctor.tables {
                #expect(Set(table.map(\.count)).count == 1, "\(table.joined(separator: "\n"))")
            }
        }

        @Test(arguments: [
            (SimulatedTerminal.vt340, "| terminal        | xterm: XTerm(379)", "lists sixel"),
            (.kitty, "| kitty graphics                   | OK", "kitty(0.26.5)"),
            (.konsole, "| cell size       | 8x17 px", "answer to 16t"),
            (.vte, "| cell size       | 8x17 px", "answer to 14t"),
            (.st, "| capabilities (DA1)               | 6", "st"),
            (.silent, "The terminal answered 0 of 16 queries within", "no answer"),
            (.late, "| terminal        | xterm: XTerm(379)", "lists sixel"),
            (.split, "| terminal        | xterm: XTerm(379)", "lists sixel"),
            (.dumb, "A terminal with this TERM is not asked", "not asked"),
        ])
        func eachTerminalIsReportedAndRestored(
            terminal: SimulatedTerminal, line: String, word: String
        ) throws {
            let doctor = try DoctorRun(in: terminal)
            #expect(doctor.text.contains(line), "\(doctor.text)")
            #expect(doctor.text.contains(word))
            try expectTerminalRestored(doctor.program)
        }

        /// Missing features, and advice to get them.
        @Test(
            .enabled(if: SandboxCommand.isSupported, "no sandboxed processes on this system"),
            arguments: [
                (.vt340, DoctorRun.usual, "Pictures: sixel, 256 colours. No problems found."),
                (.kitty, DoctorRun.usual, "Pictures: kitty, all colours. No problems found."),
                (
                    .xterm, DoctorRun.usual,
                    """
                    Pictures: blocks, all colours. This xterm draws pictures when started with \
                    -ti vt340.
                    """
                ),
                (
                    .stockVT340, TerminalGeometry(columns: 200, rows: 58),
                    "Pictures: sixel, 256 colours. No problems found."
                ),
                (
                    // Eight pictures of 1000x918 pixels do not fill it.
                    .stockVT340, TerminalGeometry(columns: 500, rows: 120),
                    """
                    Pictures: sixel, 256 colours. Photos are limited to 4000x1836 pixels. To raise \
                    the limit, start xterm with -xrm 'XTerm*maxGraphicSize: 4096x4096'.
                    """
                ),
                (
                    .st, DoctorRun.usual,
                    """
                    Pictures: blocks, all colours. This terminal can't draw pictures. These can: \
                    kitty, Ghostty, Konsole, foot, WezTerm, iTerm2.
                    """
                ),
                (
                    .silent, DoctorRun.usual,
                    "Pictures: blocks, all colours. The terminal did not answer."
                ),
                (.dumb, DoctorRun.usual, "Pictures: unknown. The terminal was not asked."),
            ] as [(SimulatedTerminal, TerminalGeometry, String)])
        func theReportBeginsWithAVerdict(
            terminal: SimulatedTerminal, geometry: TerminalGeometry, verdict: String
        ) throws {
            let doctor = try DoctorRun(in: terminal, geometry: geometry)
            #expect(doctor.text.split(separator: "\n").first == verdict[...])
        }

        private static func tmux(
            _ version: String, answering attributes: String
        ) -> SimulatedTerminal {
            var terminal = SimulatedTerminal.st
            terminal.environment = ["TERM": "tmux-256color"]
            terminal.answers = [
                "␛[c": "␛[?\(attributes)c", "␛[>c": "␛[>84;0;0c", "␛[>q": "␛P>|\(version)␛\\",
            ]
            return terminal
        }

        /// The terminal with its version, and its known quirks.
        @Test(
            arguments: [
                (.kitty, [("mousePixelsFromZero", "It counts the mouse's pixels from 0.")]),
                (
                    .konsole,
                    [
                        ("media", "It receives pictures through escape sequences."),
                        (
                            "picturesInPieces",
                            "It reads no keys while it receives a picture, so pictures are sent in pieces."
                        ),
                        ("sixelRegisters", "It has 256 sixel registers, whatever it reports."),
                    ]
                ),
                (
                    .xtermJS,
                    [
                        ("cropTried", "It can show a region of a kitty picture (tested just now)."),
                        ("media", "It receives pictures through escape sequences."),
                        ("storeBytes", "At most 96 MB of pictures are stored in it at a time."),
                        (
                            "removalDeletesPicture",
                            "A picture that leaves the screen is deleted from the terminal's store."
                        ),
                        (
                            "picturesStayInCells",
                            "A picture stays in its cells until the screen is cleared."
                        ),
                        ("sixelRegisters", "It has 256 sixel registers, whatever it reports."),
                        (
                            "fractionalCells",
                            "The size of its cells is not a whole number of pixels."
                        ),
                    ]
                ),
                (
                    tmux("tmux 3.7b", answering: "1;2"),
                    [
                        (
                            "lostPassthrough",
                            """
                            It loses pictures for the outer terminal; version 3.8 or newer does not.
                            """
                        )
                    ]
                ),
                (
                    .foot,
                    [
                        (
                            "scrolledPictures",
                            "Its pictures move when text scrolls, so a pan sends only what is new."
                        )
                    ]
                ),
                (.vte, []), (.st, []),
            ] as [(SimulatedTerminal, [(name: String, text: String)])])
        func theQuirksInForceAreNamed(
            terminal: SimulatedTerminal, quirks: [(name: String, text: String)]
        ) throws {
            let text = try DoctorRun(in: terminal).text
            for quirk in quirks { #expect(text.contains("- \(quirk.text)\n"), "\(text)") }
            #expect(text.contains("handled automatically:") == !quirks.isEmpty)
            let doctor = try DoctorRun(["--json"], in: terminal)
            let report = try doctor.report
            #expect(report.quirks.map(\.name) == quirks.map(\.name))
            #expect(report.quirks.map(\.text) == quirks.map(\.text))
            try expectTerminalRestored(doctor.program)
        }

        @Test(
            arguments: [
                (.xtermJS, "xterm.js", "6.0.0", "kitty", "answer to XTVERSION"),
                (.konsole, "Konsole", "22.12.3", "kitty", "answer to XTVERSION"),
                (.vte, "VTE", "0.70.6", "blocks", "answer to DA2"),
                (.st, "st", nil, "blocks", "$TERM"),
                (
                    tmux("tmux 3.7b", answering: "1;2;4"), "tmux", "3.7b", "sixel",
                    "answer to XTVERSION"
                ),
                (
                    tmux("tmux 3.7b", answering: "1;2"), "tmux", "3.7b", "blocks",
                    "answer to XTVERSION"
                ),
            ] as [(SimulatedTerminal, String, String?, String, String)])
        func theTerminalIsNamedWithItsVersionAndByWhat(
            terminal: SimulatedTerminal, name: String, version: String?, graphics: String,
            reason: String
        ) throws {
            let doctor = try DoctorRun(["--json"], in: terminal)
            let report = try doctor.report
            #expect(report.terminal?.name == name)
            #expect(report.terminal?.version == version)
            #expect(report.terminal?.why == reason)
            #expect(report.decisions.first { $0.name == "graphics" }?.value == graphics)
        }

        @Test func aTmuxThatLosesPicturesIsToBeUpdated() throws {
            let text = try DoctorRun(in: Self.tmux("tmux 3.7b", answering: "1;2")).text
            let verdict = """
                Pictures: blocks, 256 colours. This version of tmux loses pictures that it should \
                pass on. Upgrade to tmux 3.8 or newer, or use a tmux that is built with sixel support.
                """
            #expect(text.contains(verdict), "\(text)")
        }

        @Test func theChartHasTheColoursItNames() throws {
            let sixels = try DoctorRun(in: .vt340).sixels
            let raster = try SixelReader(try #require(sixels.first)).raster
            let patch = raster.size.width / Self.patches.count
            for (index, colour) in Self.patches.enumerated() {
                let area = PixelRect(
                    x: index * patch, y: 0, width: patch, height: raster.size.height)
                #expect(raster.mean(area) == (colour.red, colour.green, colour.blue))
            }
            #expect(sixels.count == 1)
        }

        @Test func kittyGetsAChartThatIsNotAnswered() throws {
            let doctor = try DoctorRun(in: .kitty)
            let pictures = doctor.program.model.kittyCommands.filter { $0.contains("a=T") }
            #expect(pictures.count == 1)
            #expect(pictures.first?.contains("q=2") == true)
        }

        @Test(arguments: [SimulatedTerminal.kitty, .st, .silent])
        func noChartIsDrawnByAProtocolTheTerminalDoesNotKnow(terminal: SimulatedTerminal) throws {
            let doctor = try DoctorRun(in: terminal)
            #expect(doctor.sixels.isEmpty)
            #expect(doctor.text.contains("With blocks"))
        }

        @Test(arguments: [(SimulatedTerminal.vt340, "answered"), (.silent, "timedOut")])
        func theJSONHasItsShape(terminal: SimulatedTerminal, outcome: String) throws {
            let doctor = try DoctorRun(["--json"], in: terminal)
            let report = try doctor.report
            #expect(report.format == 2)
            #expect(report.verdict.hasPrefix("Pictures: "))
            #expect(report.programs.first?.name == "nasa-view")
            #expect(report.environment["TERM"] == terminal.environment["TERM"])
            #expect(report.probe.outcome == outcome)
            #expect(report.probe.questions.count == 16)
            #expect(
                report.probe.questions.allSatisfy { ($0.answer == nil) == ($0.milliseconds == nil) }
            )
            #expect(report.decisions.map(\.name).contains("graphics"))
            #expect(!doctor.text.utf8.contains(0x1b))
            try expectTerminalRestored(doctor.program)
        }

        @Test func withoutATerminalTheReportUsesTheEnvironment() throws {
            var start = ProgramStart(try BuiltProgram.viewer.path(), ["doctor"])
            start.environment["TERM"] = "xterm-256color"
            let run = try ProgramRun(start)
            #expect(run.status == .code(0))
            #expect(run.text.contains("No terminal to ask"))
            #expect(run.text.contains("| text colours    | 256"))
            #expect(!run.output.contains(0x1b))
            #expect(run.errors.isEmpty)
        }

        @Test func aReportInAFileIsPlainTextAboutTheTerminal() throws {
            let file = try ScratchFile()
            let doctor = try DoctorRun(in: .foot, output: .descriptor(file.descriptor))
            let text = String(decoding: try file.contents(), as: UTF8.self)
            #expect(text.contains("| terminal        | foot: foot(1.13.1)"), "\(text)")
            #expect(!text.utf8.contains(0x1b))
            try expectTerminalRestored(doctor.program)
        }

        @Test func theReaderOfAPipeHasTheTerminalToItself() throws {
            let pipe = try OwnPipe()
            let doctor = try DoctorRun(in: .foot, output: .descriptor(pipe.writing))
            #expect(doctor.program.model.questions.isEmpty)
            #expect(doctor.program.output.isEmpty)
            try expectTerminalRestored(doctor.program)
        }

        @Test func namesFromOutsideAreHarmless() throws {
            var terminal = SimulatedTerminal.vt340
            terminal.answers["␛[>q"] = "␛P>|a|b\u{9B}2J\u{202E}c␛\\"
            terminal.environment["TERM_PROGRAM"] = "\u{1B}]0;evil\u{07}|"
            let doctor = try DoctorRun(["--json"], in: terminal)
            #expect(!doctor.program.output.dropFirst(Self.probeBytes).contains(0x07))
            #expect(doctor.program.model.title.isEmpty)
            #expect(doctor.text.contains("␛]0;evil␇|"))
            #expect(try DoctorRun(in: terminal).text.contains("␛]0;evil␇\\|"))
        }

        /// Longer than the queries, shorter than the report.
        private static let probeBytes = 300

        private static let patches = [
            RGBColour.black, RGBColour(red: 255, green: 0, blue: 0),
            RGBColour(red: 255, green: 255, blue: 0), RGBColour(red: 0, green: 255, blue: 0),
            RGBColour(red: 0, green: 255, blue: 255), RGBColour(red: 0, green: 0, blue: 255),
            RGBColour(red: 255, green: 0, blue: 255), RGBColour.white,
        ]

        /// Golden only with a sandbox; `SandboxReports` tests the report without one.
        private static let sandbox =
            """
            Photos are decoded in a sandbox that cannot open files, use the network or signal other \
            processes (tested just now).
            """

        private static let reportOfVT340 = """
            Pictures: sixel, 256 colours. No problems found.

            | program | version |
            |-|-|
            | nasa-view | V |
            | libcurl | V |
            | TurboJPEG | V |
            | libpng | V |
            | zlib | V |
            | ISA-L | V |
            | libtiff | V |
            | libwebp | V |
            | OpenJPEG | V |
            | libheif | V |
            | libjxl | V |
            | OpenEXR | V |
            | lcms2 | V |
            | ncurses | V |
            | SQLite | V |

            | environment | |
            |-|-|
            | TERM | xterm |
            | LANG | C.UTF-8 |

            The terminal answered 12 of 16 queries, the last after T ms.

            | query | answer | ms |
            |-|-|-|
            | name and version (XTVERSION) | XTerm(379) | T |
            | terminal type (DA2) | 19;379;0 | T |
            | kitty graphics | – | – |
            | current sixel size | 640;408 | T |
            | maximum sixel size | 4096;4096 | T |
            | sixel registers | 256 | T |
            | cell size in pixels (16t) | – | – |
            | text area in pixels (14t) | – | – |
            | synchronized updates (mode 2026) | 0, unknown | T |
            | mouse in pixels (mode 1016) | 2, not set | T |
            | resize reports (mode 2048) | 0, unknown | T |
            | light/dark reports (mode 2031) | 0, unknown | T |
            | visibility reports (mode 2033) | 0, unknown | T |
            | background colour (OSC 11) | rgb 0 0 0 | T |
            | kitty keyboard | – | – |
            | capabilities (DA1) | 63;1;2;4;6;9;15;16;22;28 | T |

            | result | | reason |
            |-|-|-|
            | terminal | xterm: XTerm(379) | answer to XTVERSION |
            | window | 80x24 cells, 640x408 px | the kernel (TIOCGWINSZ) |
            | cell size | 8x17 px | the kernel (TIOCGWINSZ) |
            | pictures | sixel | DA1 lists sixel (4) |
            | sixel registers | 256 | answer to sixel registers |
            | sixel limit | 4096x4096 | answer to maximum sixel size |
            | text colours | 24-bit | known terminal: xterm |
            | sync updates | no | answer to mode 2026 |
            | kitty keyboard | no | no answer to kitty keyboard |
            | mouse in pixels | yes | answer to mode 1016 |
            | resize reports | no | answer to mode 2048 |
            | background | rgb 0 0 0 | answer to OSC 11 |
            | light or dark | no | answer to mode 2031 |
            | visibility | no | answer to mode 2033 |
            | hyperlinks | yes | known terminal: xterm |
            | progress bar | no | known terminal: xterm |
            | right-to-left | unchanged | known terminal: xterm |

            Known quirks of xterm 379, handled automatically:

            - Its pictures move when text scrolls, so a pan sends only what is new.

            \(Self.sandbox)


            """
    }
}
