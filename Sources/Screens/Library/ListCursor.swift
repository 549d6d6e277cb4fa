package import Imaging
package import PhotoPipeline

/// A position in a list of photos to which more photos may be added.
struct ListCursor: Sendable {
    private(set) var sequence: PhotoSequence
    private(set) var index: Int
    /// The index of a video's still; 0 for the first still and for all other items.
    private(set) var still = 0
    /// A photo of another day, shown instead of the list's photo; `nil` if there is none.
    private(set) var ofAnotherDay: PhotoReference?
    /// The current photo, if it was removed from the list; `gap` is the number of photos before the
    /// photo's old position.
    private var gone: (photo: PhotoReference, gap: Int)?
    /// The number of steps to move as soon as more photos arrive.
    private var awaitedSteps = 0

    /// Creates a position in a sequence.
    ///
    /// - Precondition: the sequence has a photo at `index`.
    init(_ sequence: PhotoSequence, at index: Int = 0) {
        precondition(sequence.photos.indices.contains(index), "the index is one of the photos")
        self.sequence = sequence
        self.index = index
    }

    /// True if the position changes as soon as more photos arrive.
    var isWaiting: Bool { awaitedSteps != 0 }

    /// The current photo, which may be a still of a video or a photo of another day.
    var photo: PhotoReference {
        if let other = ofAnotherDay ?? gone?.photo { return other }
        guard still > 0, case .library(let id) = sequence.photos[index] else {
            return sequence.photos[index]
        }
        return .still(id, still)
    }
    /// The initial view of the photo; `nil` for the usual view.
    var view: ViewPosition? { isListed ? sequence.views[index] : nil }

    /// True if the current photo is the list's photo at the index.
    var isListed: Bool { ofAnotherDay == nil && gone == nil }

    var position: ListPosition {
        ListPosition(
            index: index - sequence.first,
            count: max(sequence.total ?? 0, sequence.photos.count) - sequence.first)
    }

    /// The photos that are most likely to be viewed next, the most probable first.
    var neighbours: [PhotoReference] {
        [index + 1, index + 2, index - 1].filter(sequence.indices.contains).map {
            sequence.photos[$0]
        }
    }

    /// Moves through the stills of a video, and then through the photos; a step beyond the last
    /// photo waits until more photos arrive.
    ///
    /// The same keys step through stills and photos, because a user who opens a video in the viewer
    /// wants its stills.
    ///
    /// - Returns: true if the photo has changed.
    mutating func go(by distance: Int, stills: Int = 1) -> Bool {
        if distance != 0, (0..<stills).contains(still + distance) {
            still += distance
            return true
        }
        let last = sequence.photos.count - 1
        if sequence.awaitsNeighbours {
            awaitedSteps = max(-Self.stepLimit, min(awaitedSteps + distance, Self.stepLimit))
        } else {
            awaitedSteps = sequence.mayGrow && index + distance > last && index == last ? 1 : 0
        }
        let start = gone.map { distance > 0 ? $0.gap - 1 : $0.gap } ?? index
        let wished = max(sequence.first, min(start + distance, last))
        guard wished != start, distance != 0, gone == nil || start + distance.signum() <= last
        else { return false }
        (index, still, ofAnotherDay, gone) = (wished, 0, nil, nil)
        return true
    }

    /// Moves to a photo of another day; `go` then continues from the position in the list.
    mutating func step(to photo: PhotoReference) {
        (still, awaitedSteps) = (0, 0)
        ofAnotherDay = photo == sequence.photos[index] ? nil : photo
    }

    /// The same position, at the first still of a video.
    var wholeItem: ListCursor {
        var cursor = self
        cursor.still = 0
        return cursor
    }

    /// Makes steps wait for the other photos in the folder of the sequence's single photo.
    mutating func awaitNeighbours() {
        let views = sequence.views
        sequence = PhotoSequence(sequence.photos, total: nil, mayGrow: true)
        (sequence.views, sequence.awaitsNeighbours) = (views, true)
    }

    /// Adopts a longer or reordered list; ignores a list without the current photo, unless it is a
    /// list of files.
    ///
    /// - Returns: true if the photo has changed, because steps were waiting for more photos.
    mutating func grow(to sequence: PhotoSequence) -> Bool {
        guard
            let found = sequence.index(of: gone?.photo ?? self.sequence.photos[index], near: index)
        else {
            lose(in: sequence)
            return false
        }
        gone = nil
        let steps = awaitedSteps
        (self.sequence, index, awaitedSteps) = (sequence, found, 0)
        return steps != 0 && go(by: steps)
    }

    /// Keeps the current photo after it was removed from a list of files.
    private mutating func lose(in sequence: PhotoSequence) {
        guard sequence.isOfFiles, !sequence.photos.isEmpty else { return }
        let known = Set(sequence.photos)
        let next = self.sequence.photos[(gone?.gap ?? index + 1)...].first(where: known.contains)
        let gap = next.flatMap { sequence.photos.firstIndex(of: $0) } ?? sequence.photos.count
        gone = (gone?.photo ?? self.sequence.photos[index], gap)
        (self.sequence, index) = (sequence, min(gap, sequence.photos.count - 1))
    }

    /// The maximum number of waiting steps, which is enough to reach either end of any list.
    private static let stepLimit = FoundPhotos.limit
}

/// The loaded photos that a viewer steps through.
package struct PhotoSequence: Hashable, Sendable {
    package let photos: [PhotoReference]
    /// The total number of photos; `nil` if unknown.
    package let total: Int?
    /// True if more photos may arrive.
    package let mayGrow: Bool
    /// True if the photos are files, which may be removed while they are viewed.
    var isOfFiles = false
    /// True if the other photos in the folder of the single photo are not known yet.
    var awaitsNeighbours = false
    /// The initial views of some of the photos, by index.
    package var views: [Int: ViewPosition] = [:]
    /// The index of the first photo that can be viewed, after folders or the slot of a missing
    /// picture of the day.
    package var first = 0

    /// The indices of the photos that can be viewed.
    var indices: Range<Int> { min(first, photos.count)..<photos.count }

    /// Returns the index of a photo, which is probably `index`; `nil` if the sequence does not have
    /// the photo.
    ///
    /// - Complexity: O(1) for a list that has only grown, otherwise O(photos).
    func index(of photo: PhotoReference, near index: Int) -> Int? {
        let isThere = photos.indices.contains(index) && photos[index] == photo
        return isThere ? index : photos.firstIndex(of: photo)
    }

    package init(_ photos: [PhotoReference], total: Int?, mayGrow: Bool) {
        self.photos = photos
        self.total = total
        self.mayGrow = mayGrow
    }

    package init(_ photos: [PhotoReference], showing views: [Int: ViewPosition] = [:]) {
        self.init(photos, total: photos.count, mayGrow: false)
        self.views = views
    }
}

/// The index of the visible photo, and the total.
struct ListPosition: Hashable, Sendable {
    let index: Int
    let count: Int
}
