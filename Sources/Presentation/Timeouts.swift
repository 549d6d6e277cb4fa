internal import Dispatch

/// The event loop's clock, in milliseconds from an arbitrary start.
package struct Clock {
    package typealias Milliseconds = Int

    package init() {}

    package var now: Milliseconds { Int(DispatchTime.now().uptimeNanoseconds / 1_000_000) }
}

/// How long pictures and pages wait for what, in milliseconds; a session has times of its own.
package enum Timeouts {
    /// A page that says "opening" is not worth showing for less.
    static let waitingPage = 300
    /// The same with the photo's small picture, where that costs a frame: a photo that is ready came
    /// within 80 ms.
    static let waitingPicture = 100
    /// After so long without a key the fine picture may be drawn.
    static let rest = 80
    /// The same after a pan that was scrolled: most keyboards repeat a key after 250 ms or more.
    static let scrolledRest = 300
    /// Keys that follow each other within so long are held down, or as good as.
    static let repeatedKey = 200
    /// A rest between keys that follow each other is no longer, however uneven they are.
    static let longestKeyRest = 500
    /// Moving frames that are begun so soon after the one before are of one movement: slow keyboards
    /// repeat ten times a second.
    static let movement = 150
    /// The rest on a crawling line, where a fine picture should not be begun in vain.
    static let crawlingRest = 1500
    /// If a first picture takes longer, a coarse one is sent before it.
    static let firstPictureSeconds = 2
    /// A page of text waits so long for the pictures of the page before: two frames of a film.
    static let textBehindPictures = 40
    /// Pictures of a page for which a line takes longer are not sent together with its text.
    static let pagePictures = 300
    /// The first picture that comes to a page waits so long for others: the terminal draws some while
    /// the next are made, and they do not come one by one.
    static let pictureBatch = 40
    /// Answers to questions asked longer ago are not expected, except for acknowledgements.
    package static let answered = 1000
    /// All registers are used if a line takes such a frame in less: half as long again as with 256.
    static let fineFrame = 300
    /// A frame for which a line takes longer may be interrupted by a newer request.
    static let interruption = 250
    /// After a resize iTerm2 and Contour draw nothing for up to two seconds.
    static let unmeasuredAfterResize = 2000
    /// For the acknowledgement of a frame, the first few times.
    static let firstAcknowledgement = 300
    /// The same from a terminal that has answered before: its line is slow, not dead.
    static let acknowledgement = 10_000
}
