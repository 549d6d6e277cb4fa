internal import PhotoPipeline

/// A way through photos: where one is, and where one will be when more have come.
struct ListCursor: Sendable {
    private(set) var sequence: PhotoSequence
    private(set) var index: Int
    /// Whether one goes on as soon as more photos have come.
    private(set) var isWaiting = false

    /// - Precondition: the sequence has a photo at `index`.
    init(_ sequence: PhotoSequence, at index: Int = 0) {
        precondition(sequence.photos.indices.contains(index), "a walk begins somewhere")
        self.sequence = sequence
        self.index = index
    }

    var photo: PhotoReference { sequence.photos[index] }

    var place: ListPosition {
        ListPosition(index: index, count: max(sequence.total ?? 0, sequence.photos.count))
    }

    /// Those a person most likely goes to, the likeliest first.
    var neighbours: [PhotoReference] {
        [index + 1, index + 2, index - 1].filter(sequence.photos.indices.contains).map {
            sequence.photos[$0]
        }
    }

    /// Goes as far as there are photos; past the last that has come when the next ones are here.
    ///
    /// - Returns: whether it is another photo now.
    mutating func go(by distance: Int) -> Bool {
        let last = sequence.photos.count - 1
        isWaiting = sequence.mayGrow && index + distance > last && index == last
        let wished = max(0, min(index + distance, last))
        defer { index = wished }
        return wished != index
    }

    /// More photos are known.
    ///
    /// - Returns: whether it is another photo now: one that was waited for.
    mutating func grow(to sequence: PhotoSequence) -> Bool {
        guard sequence.photos.count >= self.sequence.photos.count else { return false }
        self.sequence = sequence
        return isWaiting && go(by: 1)
    }
}
