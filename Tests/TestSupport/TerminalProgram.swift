internal import Foundation
// Tests that import TestSupport see the terminal too.
@_exported import TerminalEmulation
package import Testing

/// A program that runs in a pseudo-terminal which answers it.
///
/// Single-threaded: a wait reads, answers and checks. Between two waits the terminal stops, like a
/// busy one.
package final class TerminalProgram {
    package let terminal: PseudoTerminal
    package private(set) var model: TerminalModel
    package private(set) var output: [UInt8] = []
    package let attributesBefore: TerminalAttributes
    private let child: ChildProcess
    /// The terminal's pending bytes, and their times; `continues` the sequence started before.
    private var outgoing: [(due: ContinuousClock.Instant, bytes: [UInt8], continues: Bool)] = []
    private var lastDue = ContinuousClock.now

    package init(
        _ start: ProgramStart, in profile: SimulatedTerminal,
        geometry: TerminalGeometry = TerminalGeometry(columns: 80, rows: 24)
    ) throws {
        terminal = try PseudoTerminal(geometry)
        model = TerminalModel(profile, geometry: geometry)
        attributesBefore = try terminal.attributes()
        var start = start
        start.environment.merge(profile.environment) { own, _ in own }
        // Tests wait for facts of the bar, however long that takes, and compare pictures at rest.
        start.environment.merge(["NASA_VIEW_BAR": "on", "NASA_VIEW_MOTION": "off"]) { own, _ in own
        }
        child = try ChildProcess(start, terminal: terminal.path)
    }

    package var status: ExitStatus? { child.status }
    /// True if the program has read all typed keys and answers.
    package var hasReadInput: Bool { outgoing.isEmpty && !terminal.hasUnreadInput }
    /// Processor time, once it has ended.
    package var processorSeconds: Double { child.processorSeconds }
    /// The process number.
    package var identifier: Int32 { child.identifier }

    /// Forgets the output so far, which would be gigabytes in a long session.
    package func forgetOutput() { output.removeAll() }

    /// Forgets the faults so far: bytes in transit when the size changed were made for
    /// another size, which no program can avoid.
    package func forgetFaults() { model.faults.removeAll() }

    /// Ends the time after a change of the size: from here on all faults count.
    package func settle() { model.settle() }

    package func send(_ signal: Int32) { child.send(signal) }

    /// Stops the program with SIGSTOP and restores the terminal's modes, as a shell does.
    package func stopAndTakeTerminal() throws -> Bool {
        send(SIGSTOP)
        guard wait(until: { child.hasStopped }) else { return false }
        try terminal.set(attributesBefore)
        return true
    }

    package func type(_ text: String) { type(Array(text.utf8)) }

    package func type(_ bytes: [UInt8]) { send(bytes, at: .now) }

    package func resize(to geometry: TerminalGeometry) throws {
        model.resize(to: geometry)
        try terminal.setSize(geometry)
        if model.modes.isOn(2048) { type(model.sizeReport) }
    }

    /// Changes the colours, as if by the user.
    package func changeColours(background: String, isLight: Bool) {
        model.background = background
        if model.modes.isOn(2031) { type("\u{1B}[?997;\(isLight ? 2 : 1)n") }
    }

    /// Hides or shows the window.
    package func setVisible(_ isVisible: Bool) {
        model.isVisible = isVisible
        if model.modes.isOn(2033) { type(model.visibilityReport) }
    }

    /// Runs the terminal until the condition is true; false if time runs out first.
    ///
    /// A condition may cost as much as reading a page, so it is evaluated only after bytes have
    /// arrived, the program has ended, or 20 ms have passed.
    package func wait(within seconds: Double = 15, until condition: () -> Bool) -> Bool {
        let deadline = ContinuousClock.now + .seconds(seconds * TimeoutScale.factor)
        while !condition() {
            if ContinuousClock.now > deadline { return false }
            pumpUntilNews()
        }
        return true
    }

    /// Runs the terminal until the program has ended and all its output is read.
    package func waitForExit(within seconds: Double = 30) -> ExitStatus? {
        _ = wait(within: seconds) { child.status != nil }
        while receive(atMost: Self.chunk, within: 0) {}
        deliverAll()
        return child.status
    }

    /// Runs the terminal until the program is in the middle of a picture, and stops reading there.
    package func waitForMiddleOfPicture() -> Bool {
        waitSlowly { model.openStringLength >= Self.midPicture }
    }

    /// Runs the terminal until the program has written more than this many bytes, and stops reading
    /// soon after.
    package func waitForOutput(longerThan count: Int) -> Bool {
        waitSlowly { output.count > count }
    }

    /// Reads little at a time, so that most of a picture is still unwritten when the condition is
    /// met.
    private func waitSlowly(until condition: () -> Bool) -> Bool {
        let deadline = ContinuousClock.now + .seconds(30 * TimeoutScale.factor)
        while !condition(), ContinuousClock.now < deadline { pump(chunk: 512) }
        return condition()
    }

    /// Longer than any query, shorter than a pty's buffer: certainly a picture, and not its end.
    private static let midPicture = 600
    private static let chunk = 65_536

    private func pump(chunk: Int) {
        deliver()
        _ = receive(atMost: chunk, within: 2)
    }

    /// Reads until the program pauses, it has ended, or 20 ms have passed.
    private func pumpUntilNews() {
        let hadEnded = child.status != nil
        let end = ContinuousClock.now + .milliseconds(20)
        var hasRead = false
        repeat {
            deliver()
            let isMore = receive(atMost: Self.chunk, within: hasRead ? 0 : millisecondsToAct())
            if !isMore, hasRead || !hadEnded && child.status != nil { return }
            hasRead = hasRead || isMore
        } while ContinuousClock.now < end
    }

    /// Returns the time until an answer is due, at most 5 ms: the end of the program causes no
    /// wake-up.
    private func millisecondsToAct() -> Int32 {
        guard let due = outgoing.first?.due else { return 5 }
        let wait = max(.zero, due - .now) / .milliseconds(1)
        return Int32(min(5, wait.rounded(.up)))
    }

    private func receive(atMost limit: Int, within milliseconds: Int32) -> Bool {
        let bytes = terminal.read(atMost: limit, within: milliseconds)
        guard !bytes.isEmpty else { return false }
        output += bytes
        for answer in model.feed(bytes) { schedule(answer) }
        return true
    }

    private func schedule(_ answer: [UInt8]) {
        switch model.profile.manner {
        case .atOnce: send(answer, at: .now)
        case .late(let seconds): send(answer, at: .now + .seconds(seconds))
        case .split(let seconds):
            for (number, byte) in answer.enumerated() {
                lastDue = max(lastDue, .now) + .seconds(seconds)
                outgoing.append((lastDue, [byte], number > 0))
            }
        }
    }

    /// Sends bytes; no terminal sends a key within an answer.
    private func send(_ bytes: [UInt8], at due: ContinuousClock.Instant) {
        let place = outgoing.firstIndex { $0.due > due && !$0.continues } ?? outgoing.endIndex
        outgoing.insert((due, bytes, false), at: place)
    }

    private func deliver() {
        while let first = outgoing.first, first.due <= .now {
            let count = terminal.write(first.bytes)
            guard count == first.bytes.count else {
                outgoing[0].bytes.removeFirst(count)
                return
            }
            outgoing.removeFirst()
        }
    }

    /// Sends pending answers, so that they do not disturb the terminal's next user.
    private func deliverAll() {
        _ = wait(within: 5) { outgoing.isEmpty }
    }
}

/// Checks that a program that has ended has restored its terminal.
package func expectTerminalRestored(
    _ program: TerminalProgram, _ place: SourceLocation = #_sourceLocation
) throws {
    let attributes = try program.terminal.attributes()
    #expect(attributes == program.attributesBefore, "termios", sourceLocation: place)
    #expect(program.model.leftovers == [], sourceLocation: place)
    #expect(program.model.faults == [], sourceLocation: place)
    let unread = try program.terminal.unreadByteCount()
    #expect(unread == 0, "bytes are left for the shell to read", sourceLocation: place)
}
