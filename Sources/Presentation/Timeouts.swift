internal import Dispatch

/// The event loop's clock, in milliseconds from an arbitrary start.
package struct Clock {
    package typealias Milliseconds = Int

    package init() {}

    package var now: Milliseconds { Int(DispatchTime.now().uptimeNanoseconds / 1_000_000) }
}

/// The times for which pictures and pages wait, in milliseconds.
package enum Timeouts {
    /// The delay before a page is shown for a photo that is being opened.
    static let waitingPage = 300
    /// The delay before the page with a photo's thumbnail is shown, if that page must be sent as a
    /// frame; photos that were ready took at most 80 ms.
    static let waitingPicture = 100
    /// The time without a key after which the fine picture may be drawn.
    static let rest = 80
    /// The time without a key after a scrolled pan; most keyboards repeat a key after 250 ms or
    /// more.
    static let scrolledRest = 300
    /// The maximum interval between keys that count as held down.
    static let repeatedKey = 200
    /// The longest wait for another key after a series of irregular keys.
    static let longestKeyRest = 500
    /// The interval below which moving frames belong to one movement; slow keyboards repeat a key
    /// ten times a second.
    static let movement = 150
    /// The time without a key after which the fine picture may be drawn on a crawling line.
    static let crawlingRest = 1500
    /// The transmission time in seconds above which a coarse picture is sent before the first fine
    /// one.
    static let firstPictureSeconds = 2
    /// The time for which a page of text waits for the pictures of the previous page.
    static let textBehindPictures = 40
    /// The transmission time above which the pictures of a page are sent one by one.
    static let pagePictures = 300
    /// The time for which the first picture of a page waits for others.
    ///
    /// The terminal draws a batch while the next is rendered, so that pictures do not appear one by
    /// one.
    static let pictureBatch = 40
    /// The time for which a reply to a query is expected; acknowledgements may take longer.
    package static let answered = 1000
    /// The maximum transmission time of a frame with all palette registers; a frame with 256
    /// registers takes two thirds of this time.
    static let fineFrame = 300
    /// The transmission time above which a newer view may interrupt a frame.
    static let interruption = 250
    /// The time after a resize during which iTerm2 and Contour may draw nothing.
    static let unmeasuredAfterResize = 2000
    /// The wait for an acknowledgement from a terminal that has not acknowledged a frame before.
    static let firstAcknowledgement = 300
    /// The wait for an acknowledgement from a terminal that has already sent one; the line is slow
    /// rather than broken.
    static let acknowledgement = 10_000
}
