/// What goes wrong on purpose.
package struct ServedFaults: Sendable {
    package let delayMilliseconds: Int
    package let fail: Ratio
    package let cut: Ratio

    package static let none = ServedFaults(delayMilliseconds: 0, fail: .none, cut: .none)

    package init(delayMilliseconds: Int, fail: Ratio, cut: Ratio) {
        self.delayMilliseconds = delayMilliseconds
        self.fail = fail
        self.cut = cut
    }
}
