/// What a screen wants to be woken for; a newer one of the same kind makes an older one void.
package struct TimerRequest: Hashable, Sendable {
    package enum Purpose: Hashable, Sendable {
        /// The hand rests after typing: search.
        case search
        /// The notice has been read.
        case notice
        /// The first keys have been named for long enough.
        case firstKeys
        /// The next photo of the slideshow.
        case slideshow
    }

    package let purpose: Purpose
    package let number: Int

    package init(_ purpose: Purpose, _ number: Int) {
        self.purpose = purpose
        self.number = number
    }
}
