/// The reason why a file is shown incompletely, or not at all.
package enum Damage: Error, Hashable, Sendable {
    case endsEarly
    /// Some of it is missing or wrong: the library does not report which.
    case incomplete
    case noPicture
    case noPixels
    case badHeader
    case badData
    case badColours
    case wrongChecksum
    /// Fewer bytes, tiles or rows than the picture needs.
    case tooLittleData
    /// More samples than the picture can have.
    case tooMuchData
    case tooManyScans(limit: Int)
    case missingTiles(Int)
    /// The picture contains itself, or too many others.
    case nested
    /// The system cannot read the file's bytes.
    case unreadable
    /// The disk does not return the bytes written to it.
    case diskCache
    case noMemory
    /// The file has changed since it was opened: pixels may come from either version.
    case changed
    /// A library's own text; sanitise it before display.
    case library(String)

    /// Creates damage from a library's message; an empty one means damaged data.
    package init(library text: String) { self = text.isEmpty ? .badData : .library(text) }

    /// Returns one of each case in a fixed order, with the given count and text.
    package static func all(count: Int, text: String) -> [Damage] {
        Array(sequence(first: .endsEarly) { $0.next(count, text) })
    }

    /// Returns the next case; a new case compiles only with a position.
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
