internal import Dispatch

/// The event loop's clock, in milliseconds from an arbitrary start.
package struct Clock {
    package typealias Milliseconds = Int

    package init() {}

    package var now: Milliseconds { Int(DispatchTime.now().uptimeNanoseconds / 1_000_000) }
}

/// The times for which pictures and pages wait, in milliseconds; a session has separate ones.
package enum Timeouts {
    /// The time for which "opening" must be displayed to be worth a page.
    static let waitingPage = 300
    /// The same for a page with the photo's thumbnail, if that costs a frame: ready photos took at
    /// most 80 ms.
    static let waitingPicture = 100
    /// The time without a key after which the fine picture may be drawn.
    static let rest = 80
    /// The same after a scrolled pan: most keyboards repeat a key after 250 ms or more.
    static let scrolledRest = 300
    /// The interval below which keys count as held down.
    static let repeatedKey = 200
    /// The upper limit of the rest after a series of keys, however irregular they are.
    static let longestKeyRest = 500
    /// The interval below which moving frames belong to one movement: slow keyboards repeat ten
    /// times a second.
    static let movement = 150
    /// The rest on a crawling line, where a fine picture should not be started in vain.
    static let crawlingRest = 1500
    /// The time above which a coarse picture is sent before the first one.
    static let firstPictureSeconds = 2
    /// The time for which a page of text waits for the pictures of the previous page: two frames of
    /// a film.
    static let textBehindPictures = 40
    /// The transmission time above which the pictures of a page are sent after its text.
    static let pagePictures = 300
    /// The time for which the first picture of a page waits for others: the terminal draws some
    /// while the next are rendered, and they do not appear one by one.
    static let pictureBatch = 40
    /// The time after a query during which its reply is expected; acknowledgements may take longer.
    package static let answered = 1000
    /// The transmission time below which a frame uses all registers: 1.5 times that with 256.
    static let fineFrame = 300
    /// The transmission time above which a newer request may interrupt a frame.
    static let interruption = 250
    /// The time after a resize during which iTerm2 and Contour may draw nothing.
    static let unmeasuredAfterResize = 2000
    /// The wait for an acknowledgement, the first few times.
    static let firstAcknowledgement = 300
    /// The same for a terminal that has replied before: its line is slow, not dead.
    static let acknowledgement = 10_000
}
