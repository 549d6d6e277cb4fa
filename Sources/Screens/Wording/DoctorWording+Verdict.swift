package import PhotoPipeline
package import TerminalProtocols

/// How the terminal does, in one line, and what would make it better.
extension DoctorWording {
    package func verdict(
        _ findings: TerminalFindings, _ fence: SandboxStatus
    ) -> SafeText {
        let remarks = [remark(on: findings), remark(on: fence)].compactMap(\.self)
        return (remarks.isEmpty ? [words.allWell] : remarks)
            .reduce(pictures(findings)) { $0 + " " + $1 }
    }

    private var words: VerdictPhrases { phrases.verdict }

    private func pictures(_ findings: TerminalFindings) -> SafeText {
        if case .notAsked = findings.record.outcome { return words.unknown }
        let profile = findings.profile
        let name = profile.graphics.rawValue
        guard let passage = profile.passthrough else {
            return words.pictures(name, colours(of: profile))
        }
        return words.picturesThrough(
            name, self.name(of: passage.multiplexer), colours(of: profile))
    }

    private func colours(of profile: TerminalProfile) -> SafeText {
        switch (profile.graphics, profile.colours) {
        case (.sixel, _): words.colours(profile.registers)
        case (.blocks, .palette256): words.colours(256)
        case (.blocks, .palette16): words.colours(16)
        case (.blocks, .monochrome): words.colours(2)
        default: words.allColours
        }
    }

    /// What keeps pictures from being better; `nil` if nothing does.
    private func remark(on findings: TerminalFindings) -> SafeText? {
        if case .notAsked = findings.record.outcome { return words.notAsked }
        if findings.record.answers.isEmpty { return words.noAnswer }
        let advice = PictureAdvice(
            findings.profile, findings.capabilities, findings.environment,
            isOutsideSilent: findings.outside?.hasAnswered == false)
        if let advice { return words.advice(advice) }
        guard findings.profile.graphics.isText else { return nil }
        return findings.outside.map { self.advice($0, findings) } ?? words.noPictures
    }

    private func remark(on fence: SandboxStatus) -> SafeText? {
        switch fence {
        case .holds: nil
        case .open, .none: words.noSandbox
        case .broken: words.noDecoder
        }
    }
}
