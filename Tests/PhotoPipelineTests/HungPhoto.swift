import Dispatch
import Imaging
import Synchronization

/// A photo whose decoder answers nothing until it is given up, or the test lets it go.
final class HungPhoto: StreamingImageSource {
    /// What hangs of it; the rest is as that of any other.
    enum Hanging: Hashable { case isReady, pixels }

    /// As a decoder that hangs is given up after a while: no test hangs with it.
    ///
    /// Where all tests begin at once, on two cores, minutes may lie between two steps of one of them.
    private static let patience = DispatchTimeInterval.seconds(300)

    private let photo = StripedPhoto(size: PixelSize(width: 64, height: 64))
    private let hanging: Hanging
    private let end = DispatchSemaphore(value: 0)
    private let entered = Atomic(0)
    private let gaveUp = Atomic(false)

    init(_ hanging: Hanging) { self.hanging = hanging }

    var size: PixelSize { photo.size }
    let status = ImageSourceStatus()

    /// How many calls hang, or did.
    var waiting: Int { entered.load(ordering: .relaxed) }

    /// Whether a call came back before the test let it go.
    var isGivenUp: Bool { gaveUp.load(ordering: .relaxed) }

    func letGo() { end.signal() }

    func isReady(_ area: PixelRect, reducedBy reduction: Reduction) -> Bool {
        if hanging == .isReady { hang() }
        return true
    }

    func preview(of area: PixelRect, reducedBy reduction: Reduction) -> PhotoPart? { nil }

    func waitForMore(of area: PixelRect, reducedBy reduction: Reduction) async {}

    func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> PhotoPart {
        if hanging == .pixels { hang() }
        return try photo.pixels(of: area, reducedBy: reduction)
    }

    private func hang() {
        entered.add(1, ordering: .relaxed)
        if end.wait(timeout: .now() + Self.patience) == .timedOut {
            gaveUp.store(true, ordering: .relaxed)
        }
        // Whoever else hangs may go too.
        end.signal()
    }
}
