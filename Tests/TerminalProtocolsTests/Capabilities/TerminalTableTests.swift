import Foundation
import Imaging
import TestSupport
import Testing

@testable import TerminalProtocols

/// The documentation's tables of terminals agree with the program's rows.
@Suite struct TerminalTableTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../..")

    /// The cells of all tables in a Markdown file whose first title is `title`.
    private static func rows(of title: String, in path: String) throws -> [[String]] {
        let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex { $0.hasPrefix("| \(title) |") })
        return lines[start...].prefix { $0.hasPrefix("|") }.dropFirst(2).map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    @Test func terminalsMdHasARowForEachKnownTerminal() throws {
        let written = try Self.rows(
            of: "known terminal", in: "Sources/NASAView/NASAView.docc/Terminals.md")
        let expected = KnownTerminal.all.map(Self.documented)
        for (row, other) in zip(written, expected) { #expect(row == other) }
        #expect(written.count == expected.count)
    }

    /// Returns a row of the program in the documentation's format.
    private static func documented(_ row: KnownTerminal) -> [String] {
        let isKitty = row.protocols.contains(.kitty)
        let isSixel = row.protocols.contains(.sixel)
        return [
            row.minimumVersion.map { "\(row.name) ≥ \($0.text)" } ?? row.name,
            row.protocols.isEmpty
                ? "blocks" : row.protocols.map(name).joined(separator: ", "),
            isKitty ? row.crop == .works ? "yes" : "tried" : "–",
            isKitty ? row.media.map(name).joined(separator: ", ") : "–",
            isKitty ? "\(row.storeBytes / 1_000_000) MB" : "–",
            isKitty ? row.removal == .picture ? "the picture" : "the placement" : "–",
            row.hasUnicodePlaceholders ? "yes" : "–",
            isSixel ? sixel(row) : "–",
            row.virtualCell.map { "\($0.width)x\($0.height)" }
                ?? (row.hasFractionalCells ? "fractional" : "–"),
            row.multiplexer == nil ? "–" : row.passesThrough ? "yes" : "no", more(row),
        ]
    }

    private static func more(_ row: KnownTerminal) -> String {
        let facts = [
            row.scrolledPictures.map {
                $0 == .inRegion ? "pictures scroll in a region" : "pictures scroll with the screen"
            },
            row.isSlowInTrueColour ? "blocks in 256 colours" : nil,
            row.takesProgress ? "progress" : nil, row.takesUsageHints ? "usage hints" : nil,
            row.takesHyperlinks ? nil : "no links", bidi(row),
        ].compactMap(\.self)
        return facts.isEmpty ? "–" : facts.joined(separator: ", ")
    }

    private static func bidi(_ row: KnownTerminal) -> String? {
        switch row.bidi {
        case .none: nil
        case .words: "reverses words"
        case .rows: "reorders rows"
        case .switched: "reorders rows unless told not to"
        }
    }

    private static func sixel(_ row: KnownTerminal) -> String {
        let facts = [
            row.sixelRegisters.map { "\($0) registers" },
            row.sixelLimit.map { "\($0.width)x\($0.height) unless it says more" },
            row.pictureCountLimit.map { "\($0) pictures" },
            row.hasSixelFaults ? "may be wrong" : nil,
        ].compactMap(\.self)
        return facts.isEmpty ? "as it says" : facts.joined(separator: ", ")
    }

    private static func name(_ graphics: GraphicsProtocol) -> String {
        graphics == .iTerm2 ? "iTerm2" : graphics.rawValue
    }

    private static func name(_ medium: KittyMedium) -> String {
        switch medium {
        case .sharedMemory: "memory"
        case .file: "file"
        case .direct: "direct"
        }
    }

    /// README lists terminals by their preferred protocol.
    @Test func readmeNamesTheProtocolThatComesFirst() throws {
        let rows = try Self.rows(of: "terminal", in: "README.md")
        let first = Dictionary(
            KnownTerminal.all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        var count = 0
        for row in rows {
            let names = row[0].split(separator: ",").map {
                $0.prefix { $0 != "(" }.trimmingCharacters(in: .whitespaces)
            }
            for name in names {
                guard let known = first[name], known.multiplexer == nil else { continue }
                count += 1
                let graphics = known.protocols.first.map(Self.name) ?? "blocks"
                #expect(row[1].hasPrefix(graphics), "\(name): \(row[1])")
                #expect(
                    row[1].contains("else") == (known.crop == .tried), "\(name): \(row[1])")
            }
        }
        #expect(count >= 13)
    }
}
