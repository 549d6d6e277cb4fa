internal import PhotoPipeline
internal import TerminalProtocols

/// What a page depends on beside itself: the terminal, and what the person wants of it.
struct PageLook: Hashable {
    let profile: TerminalProfile
    let glyphs: BlockGlyphs
    let isColourless: Bool

    var pictures: FrameStyle { FrameStyle(profile, glyphs: glyphs) }

    var colours: TextColours { TextColours(profile, isColourless: isColourless) }
}

extension TerminalSession {
    var look: PageLook {
        PageLook(profile: profile, glyphs: glyphs, isColourless: environment.isColourless)
    }
}
