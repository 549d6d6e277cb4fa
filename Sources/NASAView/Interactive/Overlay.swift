internal import Imaging
internal import PhotoPipeline
internal import Screens
internal import TerminalProtocols

/// What the last picture cost, kept whether it is shown or not.
struct Overlay {
    var isShown = false
    private var frame: EncodedFrame?
    private var sentAt: Clock.Milliseconds?
    private var writing: Int?

    var figures: PhotoFigures? { frame?.figures }

    mutating func sent(_ frame: EncodedFrame, at now: Clock.Milliseconds) {
        self.frame = frame
        sentAt = now
        writing = nil
        let log = FrameLog.found
        log.note(at: now, "made\(OverlayWording.text(frame, writing: nil).string)")
        log.note(at: now, "sent \(frame.bytes.count) bytes")
    }

    mutating func arrived(at now: Clock.Milliseconds) {
        guard let sentAt, writing == nil else { return }
        writing = now - sentAt
        FrameLog.found.note(at: now, "drawn: \(now - sentAt) ms after it was sent")
    }

    /// The line that stands for the status line while the overlay is shown.
    var text: SafeText? {
        guard isShown, let frame else { return nil }
        return OverlayWording.text(frame, writing: writing)
    }
}
