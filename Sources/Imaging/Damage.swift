/// The reason why a file is shown only in part, or not at all.
package enum Damage: Error, Hashable, Sendable {
    case endsEarly
    /// Some of it is missing or wrong: a library does not tell which.
    case incomplete
    case noPicture
    case noPixels
    case badHeader
    case badData
    case badColours
    case wrongChecksum
    /// Fewer bytes, tiles or rows than the picture needs.
    case tooLittleData
    /// More numbers than the picture can have.
    case tooMuchData
    case tooManyScans(limit: Int)
    case missingTiles(Int)
    /// The picture is part of itself, or made of too many others.
    case nested
    /// The system does not give the file's bytes.
    case unreadable
    /// The disk does not give back what was written to it.
    case diskCache
    case noMemory
    /// A library's own text; sanitize it before display.
    case library(String)

    /// The message of a library; an empty one means damaged data.
    package init(library text: String) { self = text.isEmpty ? .badData : .library(text) }

    /// One of each case, in one order, with the same figure and text.
    package static func all(figure: Int, text: String) -> [Damage] {
        Array(sequence(first: .endsEarly) { $0.next(figure, text) })
    }

    /// The case behind it: one that is added does not compile until it has its place.
    private func next(_ figure: Int, _ text: String) -> Damage? {
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
        case .tooMuchData: .tooManyScans(limit: figure)
        case .tooManyScans: .missingTiles(figure)
        case .missingTiles: .nested
        case .nested: .unreadable
        case .unreadable: .diskCache
        case .diskCache: .noMemory
        case .noMemory: .library(text)
        case .library: nil
        }
    }
}
