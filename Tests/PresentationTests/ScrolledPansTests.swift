import Foundation
import Imaging
import Localization
import Screens
import TerminalDevice
import TerminalEmulation
import TerminalProtocols
import TestSupport
import Testing

@testable import PhotoPipeline
@testable import Presentation

/// Pans in terminals that scroll their pictures with text.
struct ScrolledPansTests {
    static let terminals = [Stage.Setup.xterm, Stage.Setup.mlterm, Stage.Setup.foot]

    /// After any moves, the screen has the pixels of the whole frame.
    @Test(arguments: terminals)
    func after200PansTheScreenShowsWhatTheWholeFrameWould(
        terminal: Stage.Setup
    ) async throws {
        var photo = try PannedPhoto(terminal, CellSize(columns: 40, rows: 12))
        var numbers = SeededNumbers(seed: 4)
        try await photo.pan(.original)
        for pan in 0..<200 {
            let move = ViewportMove.random(using: &numbers, cell: photo.cell)
            try await photo.pan(move)
            let isRight = try await photo.showsTheWholeFrame
            try #require(isRight, "\(move), the pan \(pan), left another picture")
        }
        #expect(photo.terminal.faults.isEmpty)
        #expect(photo.scrolled > 20, "\(photo.scrolled) of 200 pans were scrolled")
    }

    /// A tenth of 1280x714 pixels, in each direction that the terminal scrolls.
    @Test(arguments: [
        (Stage.Setup.xterm, ViewportMove.Direction.allCases),
        (Stage.Setup.mlterm, ViewportMove.Direction.allCases), (Stage.Setup.foot, [.down, .up]),
    ])
    func aStepOfATenthTakesASmallPartOfAFrame(
        terminal: Stage.Setup, directions: [ViewportMove.Direction]
    ) async throws {
        var photo = try PannedPhoto(terminal, CellSize(columns: 160, rows: 42))
        try await photo.pan(.original)
        let whole = photo.written
        try await photo.pan(.step(.right, times: 1))
        for direction in directions {
            try await photo.pan(.step(direction, times: 1))
            let share = Double(photo.written) / Double(whole)
            // In xterm a step up exposes the cut cells at the bottom too: 16.7 %.
            #expect(share <= 0.17, "\(direction): \(photo.written) of \(whole) bytes")
        }
    }

    /// Strings side by side and below each other, and the strips of scrolled pans in two.
    @Test func aWindowLargerThanThePictureLimitIsFilled() async throws {
        var photo = try PannedPhoto(Stage.Setup.limitedXterm, CellSize(columns: 60, rows: 20))
        try await photo.pan(.original)
        let moves: [ViewportMove] = [
            .step(.right, times: 1), .step(.down, times: 1), .shift(x: 3, y: 6),
            .step(.left, times: 1), .step(.up, times: 1), .page(.right, times: 1),
        ]
        for move in moves {
            try await photo.pan(move)
            let isRight = try await photo.showsTheWholeFrame
            #expect(isRight, "\(move)")
        }
        try await photo.rest()
        // Two columns, two rows: the second row begins after 12 rows of 17 pixels, 34 bands.
        let areas = photo.terminal.pictures.pictures.map(\.area)
        #expect(
            areas == [
                PixelRect(x: 0, y: 0, width: 248, height: 204),
                PixelRect(x: 248, y: 0, width: 232, height: 204),
                PixelRect(x: 0, y: 204, width: 248, height: 114),
                PixelRect(x: 248, y: 204, width: 232, height: 114),
            ])
        #expect(photo.terminal.faults.isEmpty)
    }

    /// At rest the frame is drawn whole, so that nothing depends on the scrolled part.
    @Test(arguments: terminals)
    func atRestTheFrameIsDrawnWhole(terminal: Stage.Setup) async throws {
        var photo = try PannedPhoto(terminal, CellSize(columns: 40, rows: 12))
        try await photo.pan(.original)
        try await photo.pan(.step(.down, times: 1))
        #expect(photo.scrolled == 1)
        let pictures = photo.terminal.pictureCount
        try await photo.rest()
        #expect(photo.terminal.pictureCount == pictures + 1)
        let area = PixelRect(photo.terminal.geometry.pictureArea)
        #expect(photo.terminal.pictures.pictures.map(\.area) == [area])
    }

    /// Held keys, at the irregular times of a busy machine.
    @Test(arguments: terminals)
    func noFineFrameIsSentWhileKeysCome(terminal: Stage.Setup) async throws {
        var photo = try PannedPhoto(terminal, CellSize(columns: 60, rows: 20))
        try await photo.pan(.original)
        let whole = try await photo.rest()
        for (number, interval) in [200, 33, 60, 140, 35, 95, 150, 40, 180, 60].enumerated() {
            try await photo.pan(.step(number % 2 == 0 ? .down : .up, times: 1))
            #expect(photo.written * 2 < whole, "\(number): \(photo.written) of \(whole) bytes")
            let meanwhile = try await photo.wait(interval)
            #expect(meanwhile == 0, "\(meanwhile) bytes within \(interval) ms after key \(number)")
        }
        #expect(photo.scrolled == 10 && photo.terminal.faults.isEmpty)
        let sharp = try await photo.rest()
        #expect(sharp * 2 > whole, "the fine frame comes in the end")
    }

    /// The fine frame is being rendered, or has just arrived, when the view moves on.
    @Test(arguments: terminals, [true, false])
    func aFineFrameThatAKeyOvertakesIsNotSent(
        terminal: Stage.Setup, hasCome: Bool
    ) async throws {
        var photo = try PannedPhoto(terminal, CellSize(columns: 60, rows: 20))
        try await photo.pan(.original)
        let whole = try await photo.rest()
        try await photo.pan(.step(.down, times: 1))
        try await photo.beginToRest(hasCome: hasCome)
        try await photo.pan(.step(.up, times: 1))
        #expect(photo.written * 2 < whole, "\(photo.written) of \(whole) bytes")
        #expect(photo.scrolled == 2 && photo.terminal.faults.isEmpty)
    }

    /// A strip for a frame that is no longer on the screen is not drawn.
    @Test func whatWasDrawnOverMeanwhileIsDrawnWhole() async throws {
        var photo = try PannedPhoto(Stage.Setup.xterm, CellSize(columns: 40, rows: 12))
        try await photo.pan(.original)
        try await photo.pan(.step(.down, times: 1), forgettingMeanwhile: true)
        #expect(photo.scrolled == 0)
        let isRight = try await photo.showsTheWholeFrame
        #expect(isRight)
    }
}

extension ViewportMove {
    /// Returns moves mostly by whole cells: steps, pages, drags, and sometimes another zoom.
    static func random(
        using numbers: inout SeededNumbers, cell: PixelSize
    ) -> ViewportMove {
        let direction = Direction.allCases.randomElement(using: &numbers) ?? .left
        let (columns, rows) = (
            Int.random(in: -6...6, using: &numbers), Int.random(in: -4...4, using: &numbers)
        )
        switch Int.random(in: 0..<20, using: &numbers) {
        case 0: return .toggle(about: nil)
        case 1: return .edge(direction)
        case 2: return .page(direction, times: 1)
        case 3: return .shift(x: columns, y: rows)
        case 4..<10: return .shift(x: columns * cell.width, y: rows * cell.height)
        default: return .step(direction, times: 1)
        }
    }
}
