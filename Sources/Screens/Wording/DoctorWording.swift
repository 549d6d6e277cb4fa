internal import Imaging
package import PhotoPipeline
package import TerminalProtocols

/// The words of `doctor`.
package struct DoctorWording: Sendable {
    private let strings: Strings

    package init(_ strings: Strings) { self.strings = strings }

    var phrases: DoctorPhrases { strings.doctor }

    /// The report as lines; `environment` and `programs` are names and what stands behind them.
    package func lines(
        _ findings: TerminalFindings, environment: [(String, SafeText)],
        programs: [(String, SafeText)], fence: SandboxStatus
    ) -> [SafeText] {
        var lines = [verdict(findings, fence), ""]
        lines += table(phrases.headings.program, phrases.headings.version, programs)
        lines += [""] + table(phrases.headings.environment, "", environment)
        lines += ["", outcome(findings.record)]
        if !findings.record.answers.isEmpty {
            lines += [""] + questions(findings.record, CapabilityQuery.allCases)
        }
        if let outside = findings.outside { lines += passage(outside, findings) }
        return lines + [""] + decisions(findings) + ["", phrases.fence(fence)]
    }

    private func table(
        _ title: SafeText, _ second: SafeText, _ rows: [(String, SafeText)]
    ) -> [SafeText] {
        var table = DoctorTable(title, second)
        for (name, text) in rows { table.append(SafeText(name), text) }
        return table.lines
    }

    /// One sentence on how the asking went.
    package func outcome(_ record: ProbeLog) -> SafeText {
        let all = CapabilityQuery.allCases.count
        let count = phrases.count(record.answers.count, all)
        return switch record.outcome {
        case .answered:
            phrases.answered(count, milliseconds(record.lastReplyMicroseconds ?? 0))
        case .timedOut(let limit):
            phrases.timedOut(count, limit)
        case .notAsked(let obstacle): phrases.notAsked(obstacle)
        }
    }

    func questions(_ record: ProbeLog, _ queries: [CapabilityQuery]) -> [SafeText] {
        var table = DoctorTable(phrases.headings.asked, phrases.headings.answered, "ms")
        for query in queries {
            let answer = record.answers[query]
            table.append(
                name(of: query), answer.map { text(of: $0.reply) } ?? "–",
                answer.map { SafeText(milliseconds($0.microseconds)) } ?? "–")
        }
        return table.lines
    }

    private func decisions(_ findings: TerminalFindings) -> [SafeText] {
        var table = DoctorTable(phrases.headings.decided, "", phrases.headings.why)
        for topic in findings.topics {
            table.append(
                name(of: topic), value(of: topic, findings), reason(for: topic, findings))
        }
        return table.lines
    }

    func milliseconds(_ microseconds: Int) -> String {
        strings.local.decimal(tenths: (microseconds + 50) / 100)
    }
}
