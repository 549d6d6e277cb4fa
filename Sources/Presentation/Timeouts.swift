internal import Dispatch

/// The event loop's clock, in milliseconds from an arbitrary start.
package struct Clock {
    package typealias Milliseconds = Int

    package init() {}

    package var now: Milliseconds { Int(DispatchTime.now().uptimeNanoseconds / 1_000_000) }
}

/// The times that pictures and pages wait, in milliseconds; a session has its own.
package enum Timeouts {
    /// A page that says "opening" is not worth showing for a shorter time.
    static let waitingPage = 300
    /// The same with the photo's thumbnail, where that costs a frame: a ready photo arrived within
    /// 80 ms.
    static let waitingPicture = 100
    /// The fine picture may be drawn after this time without a key.
    static let rest = 80
    /// The same after a scrolled pan: most keyboards repeat a key after 250 ms or more.
    static let scrolledRest = 300
    /// Keys with shorter intervals count as held down.
    static let repeatedKey = 200
    /// The upper limit of the rest after a series of keys, however uneven they are.
    static let longestKeyRest = 500
    /// Moving frames with shorter gaps belong to one movement: slow keyboards repeat ten times a
    /// second.
    static let movement = 150
    /// The rest on a crawling line, where a fine picture should not be started in vain.
    static let crawlingRest = 1500
    /// If a first picture takes longer, a coarse one is sent before it.
    static let firstPictureSeconds = 2
    /// The time a page of text waits for the pictures of the previous page: two frames of a film.
    static let textBehindPictures = 40
    /// Pictures of a page that take longer on the line are sent after its text.
    static let pagePictures = 300
    /// The time a page's first picture waits for others: the terminal draws some while the next are
    /// rendered, and they do not appear one by one.
    static let pictureBatch = 40
    /// Answers to older queries are not expected, except for acknowledgements.
    package static let answered = 1000
    /// All registers are used if the line takes such a frame in less: half as long again as with
    /// 256.
    static let fineFrame = 300
    /// A newer request may interrupt a frame for which the line takes longer.
    static let interruption = 250
    /// After a resize iTerm2 and Contour draw nothing for up to two seconds.
    static let unmeasuredAfterResize = 2000
    /// The wait for an acknowledgement, the first few times.
    static let firstAcknowledgement = 300
    /// The same from a terminal that has answered before: its line is slow, not dead.
    static let acknowledgement = 10_000
}
