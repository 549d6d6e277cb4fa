import TerminalProtocols
import Testing

@testable import nasa_view

/// The times at which the terminal's progress bar is written, and the values.
@Suite struct ProgressIndicatorTests {
    /// A reported task: the time (ms), the progress (`nil` without a task), the written value.
    typealias Step = (at: Int, progress: TaskProgress?, written: String?)

    private static let stories: [[Step]] = [
        // Finished before the bar appears.
        [(0, .unknown, nil), (200, .percent(90), nil), (299, nil, nil)],
        // Shown after 0.3 s, and cleared at once.
        [(0, .unknown, nil), (300, .unknown, "3"), (301, nil, "0"), (900, nil, nil)],
        // The next task starts its own time.
        [
            (0, .unknown, nil), (300, .percent(5), "1;5"), (350, nil, "0"),
            (400, .percent(1), nil), (699, .percent(2), nil), (700, .percent(3), "1;3"),
        ],
        // At most ten updates per second.
        [
            (0, .percent(0), nil), (300, .percent(1), "1;1"), (310, .percent(2), nil),
            (399, .percent(3), nil), (400, .percent(4), "1;4"), (410, .percent(5), nil),
            (420, nil, "0"),
        ],
        // No change.
        [(0, .percent(7), nil), (400, .percent(7), "1;7"), (900, .percent(7), nil)],
    ]

    @Test(arguments: stories.indices)
    func isWritten(story: Int) {
        var indicator = ProgressIndicator()
        for step in Self.stories[story] {
            let bytes = indicator.update(to: step.progress, at: step.at)
            let wanted = step.written.map { "\u{1B}]9;4;\($0)\u{1B}\\" } ?? ""
            #expect(String(decoding: bytes, as: UTF8.self) == wanted, "at \(step.at)")
        }
    }

    @Test func aDownloadOfThousandStepsIsWrittenTenTimesASecond() {
        var indicator = ProgressIndicator()
        let writes = (0...1000).filter { step in
            !indicator.update(to: .percent(step / 10), at: step * 2).isEmpty
        }
        #expect((17...18).contains(writes.count), "\(writes)")
    }

    /// Bytes discarded on a slow line may have included the end.
    @Test func whatMayBeLostIsWrittenAgain() {
        var indicator = ProgressIndicator()
        _ = indicator.update(to: .unknown, at: 0)
        _ = indicator.update(to: .unknown, at: 300)
        indicator.forget()
        #expect(indicator.update(to: nil, at: 350) == ControlSequence.bytes(.progress(nil)))
        indicator.forget()
        #expect(indicator.update(to: nil, at: 400).isEmpty)
    }

    @Test func itIsLookedAtAsLongAsThereIsATask() {
        var indicator = ProgressIndicator()
        #expect(indicator.deadline == nil)
        _ = indicator.update(to: .percent(1), at: 50)
        #expect(indicator.deadline == 350)
        _ = indicator.update(to: .percent(1), at: 350)
        #expect(indicator.deadline == 600)
        _ = indicator.update(to: .percent(2), at: 400)
        #expect(indicator.deadline == 450)
        _ = indicator.update(to: nil, at: 420)
        #expect(indicator.deadline == nil)
    }
}
