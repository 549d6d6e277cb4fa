/// What goes wrong on purpose.
package struct ServedFaults: Sendable {
    package let delayMilliseconds: Int
    package let fail: Share
    package let cut: Share

    package static let none = ServedFaults(delayMilliseconds: 0, fail: .none, cut: .none)

    package init(delayMilliseconds: Int, fail: Share, cut: Share) {
        self.delayMilliseconds = delayMilliseconds
        self.fail = fail
        self.cut = cut
    }
}
