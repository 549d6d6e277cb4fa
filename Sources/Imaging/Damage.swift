/// A reason why a file is shown incompletely or not at all.
package enum Damage: Error, Hashable, Sendable {
    case endsEarly
    /// Pixels are missing or wrong; the decoding library does not report which.
    case incomplete
    case noPicture
    case noPixels
    case badHeader
    case badData
    case badColours
    case wrongChecksum
    /// The file has fewer bytes, tiles or rows than the picture requires.
    case tooLittleData
    /// The file has more samples than the picture can have.
    case tooMuchData
    case tooManyScans(limit: Int)
    case missingTiles(Int)
    /// The picture contains itself or too many other pictures.
    case nested
    /// The system cannot read the file.
    case unreadable
    /// The disk does not return the bytes that were written to a temporary file.
    case diskCache
    case noMemory
    /// The file has changed since it was opened, so that pixels may come from either version.
    case changed
    /// A decoding library's own message, which must be sanitised before display.
    case library(String)

    /// Creates damage from a library's message; an empty message becomes `badData`.
    package init(library text: String) { self = text.isEmpty ? .badData : .library(text) }

    /// Returns every case once, in a fixed order, with `count` and `text` as associated values.
    package static func all(count: Int, text: String) -> [Damage] {
        Array(sequence(first: .endsEarly) { $0.next(count, text) })
    }

    /// Returns the case that follows in `all`; `nil` for the last case.
    ///
    /// The switch has no default, so that a new case must be added to compile.
    private func next(_ count: Int, _ text: String) -> Damage? {
        switch self {
        case .endsEarly: .incomplete
        case .incomplete: .noPicture
        case .noPicture: .noPixels
        case .noPixels: .badHeader
        case .badHeader: .badData
        case .badData: .badColours
        case .badColours: .wrongChecksum
        case .wrongChecksum: .tooLittleData
        case .tooLittleData: .tooMuchData
        case .tooMuchData: .tooManyScans(limit: count)
        case .tooManyScans: .missingTiles(count)
        case .missingTiles: .nested
        case .nested: .unreadable
        case .unreadable: .diskCache
        case .diskCache: .noMemory
        case .noMemory: .changed
        case .changed: .library(text)
        case .library: nil
        }
    }
}
