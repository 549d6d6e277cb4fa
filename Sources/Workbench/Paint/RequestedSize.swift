internal import ArgumentParser
internal import Imaging

/// A size as it is typed: 1600x1200.
struct RequestedSize: ExpressibleByArgument {
    let size: PixelSize

    init(_ size: PixelSize) { self.size = size }

    init?(argument: String) {
        let parts = argument.split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]) else {
            return nil
        }
        size = PixelSize(width: width, height: height)
    }
}
