internal import Imaging
package import TerminalProtocols

/// The words of `doctor`.
package enum DoctorWording {
    /// The report as lines; `environment` and `programs` are names and what stands behind them.
    package static func lines(
        _ findings: TerminalFindings, environment: [(String, SafeText)],
        programs: [(String, SafeText)]
    ) -> [SafeText] {
        var lines = table("program", "version", programs)
        lines += [""] + table("environment", "", environment)
        lines += ["", outcome(findings.record)]
        if !findings.record.answers.isEmpty {
            lines += [""] + questions(findings.record, CapabilityQuery.allCases)
        }
        if let outside = findings.outside { lines += passage(outside, findings) }
        return lines + [""] + decisions(findings)
    }

    private static func table(
        _ title: SafeText, _ second: SafeText, _ rows: [(String, SafeText)]
    ) -> [SafeText] {
        var table = DoctorTable(title, second)
        for (name, text) in rows { table.append(SafeText(name), text) }
        return table.lines
    }

    /// One sentence on how the asking went.
    package static func outcome(_ record: ProbeRecord) -> SafeText {
        let all = CapabilityQuery.allCases.count
        let count = "\(record.answers.count) of \(all) questions"
        return switch record.outcome {
        case .answered:
            SafeText(
                "The terminal answered \(count); the last answer came after "
                    + "\(milliseconds(record.lastAnswerMicroseconds ?? 0)) ms.")
        case .timedOut(let limit):
            SafeText("The terminal answered \(count), and not the last, in \(limit) ms.")
        case .notAsked(let obstacle): notAsked(obstacle)
        }
    }

    private static func notAsked(_ obstacle: ProbeOutcome.Obstacle) -> SafeText {
        switch obstacle {
        case .noTerminal:
            "There is no terminal: this is what the environment alone says."
        case .pipe:
            """
            The output goes to a pipe, whose reader may use the terminal, so it was not asked: this \
            is what the environment alone says. Write to a file instead: nasa-view doctor > report.md
            """
        case .background:
            """
            The program runs in the background, so the terminal was not asked: this is what the \
            environment alone says.
            """
        case .kind:
            """
            A terminal of this TERM is not asked, for it may show the questions: this is what the \
            environment alone says.
            """
        }
    }

    static func questions(_ record: ProbeRecord, _ queries: [CapabilityQuery]) -> [SafeText] {
        var table = DoctorTable("asked", "answered", "ms")
        for query in queries {
            let answer = record.answers[query]
            table.append(
                name(of: query), answer.map { text(of: $0.reply) } ?? "–",
                answer.map { SafeText(milliseconds($0.microseconds)) } ?? "–")
        }
        return table.lines
    }

    private static func decisions(_ findings: TerminalFindings) -> [SafeText] {
        var table = DoctorTable("decided", "", "why")
        for topic in findings.topics {
            table.append(
                name(of: topic), value(of: topic, findings), reason(for: topic, findings))
        }
        return table.lines
    }

    static func milliseconds(_ microseconds: Int) -> String {
        let tenths = (microseconds + 50) / 100
        return "\(tenths / 10).\(tenths % 10)"
    }
}
