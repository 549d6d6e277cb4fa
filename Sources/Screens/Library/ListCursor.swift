package import Imaging
package import PhotoPipeline

/// A position in a list of photos that may still grow.
struct ListCursor: Sendable {
    private(set) var sequence: PhotoSequence
    private(set) var index: Int
    /// The number of a video's still; 0 is the first, and the only one of other items.
    private(set) var still = 0
    /// The photo of another day, in place of that of the list.
    private(set) var ofAnotherDay: PhotoReference?
    /// The photo, if the list has it no longer, and how many of the list's stand before it.
    private var gone: (photo: PhotoReference, gap: Int)?
    /// How far it moves on as soon as more photos arrive.
    private var awaitedSteps = 0

    /// - Precondition: the sequence has a photo at `index`.
    init(_ sequence: PhotoSequence, at index: Int = 0) {
        precondition(sequence.photos.indices.contains(index), "the index is one of the photos")
        self.sequence = sequence
        self.index = index
    }

    /// True if it moves on as soon as more photos arrive.
    var isWaiting: Bool { awaitedSteps != 0 }

    /// The photo, or a still of a video, or the photo of another day.
    var photo: PhotoReference {
        if let other = ofAnotherDay ?? gone?.photo { return other }
        guard still > 0, case .library(let id) = sequence.photos[index] else {
            return sequence.photos[index]
        }
        return .still(id, still)
    }
    /// The view to show of the photo; `nil` for the usual first view.
    var view: ViewPosition? { isListed ? sequence.views[index] : nil }

    /// True if the photo is the list's at the index.
    var isListed: Bool { ofAnotherDay == nil && gone == nil }

    var place: ListPosition {
        ListPosition(
            index: index - sequence.first,
            count: max(sequence.total ?? 0, sequence.photos.count) - sequence.first)
    }

    /// The photos that are most likely next, the likeliest first.
    var neighbours: [PhotoReference] {
        [index + 1, index + 2, index - 1].filter(sequence.indices.contains).map {
            sequence.photos[$0]
        }
    }

    /// Goes through the stills of a video, then as far as there are photos; past the last one once
    /// more have come.
    ///
    /// One pair of keys goes through everything there is to see, as in a slideshow: a person who opens
    /// a video here wants its stills.
    ///
    /// - Returns: whether it is another photo now.
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

    /// Goes to the photo of another day; `go` goes on from the place in the list.
    mutating func step(to photo: PhotoReference) {
        (still, awaitedSteps) = (0, 0)
        ofAnotherDay = photo == sequence.photos[index] ? nil : photo
    }

    /// The same place, at the first still of a video.
    var wholeItem: ListCursor {
        var cursor = self
        cursor.still = 0
        return cursor
    }

    /// Waits for the other photos in the folder of its only one.
    mutating func awaitNeighbours() {
        let views = sequence.views
        sequence = PhotoSequence(sequence.photos, total: nil, mayGrow: true)
        (sequence.views, sequence.awaitsNeighbours) = (views, true)
    }

    /// More photos are known, or the same in another order; a list without the photo is not followed.
    ///
    /// - Returns: whether it is another photo now: one that was waited for.
    mutating func grow(to sequence: PhotoSequence) -> Bool {
        guard
            let place = sequence.place(of: gone?.photo ?? self.sequence.photos[index], near: index)
        else {
            lose(in: sequence)
            return false
        }
        gone = nil
        let steps = awaitedSteps
        (self.sequence, index, awaitedSteps) = (sequence, place, 0)
        return steps != 0 && go(by: steps)
    }

    /// Stays at a photo that the list has no longer.
    private mutating func lose(in sequence: PhotoSequence) {
        guard sequence.isOfFiles, !sequence.photos.isEmpty else { return }
        let known = Set(sequence.photos)
        let next = self.sequence.photos[(gone?.gap ?? index + 1)...].first(where: known.contains)
        let gap = next.flatMap { sequence.photos.firstIndex(of: $0) } ?? sequence.photos.count
        gone = (gone?.photo ?? self.sequence.photos[index], gap)
        (self.sequence, index) = (sequence, min(gap, sequence.photos.count - 1))
    }

    /// More steps than this reach either end of any list.
    private static let stepLimit = FoundPhotos.limit
}

/// The photos that a viewer goes through, as far as they have been loaded.
package struct PhotoSequence: Hashable, Sendable {
    package let photos: [PhotoReference]
    /// The number of photos to come; `nil` if unknown.
    package let total: Int?
    /// True if more photos may arrive.
    package let mayGrow: Bool
    /// True if they are files, which may be removed while they are viewed.
    var isOfFiles = false
    /// True if the others in the folder of its only photo are not known yet.
    var awaitsNeighbours = false
    /// The views to show of some of them, by their index.
    package var views: [Int: ViewPosition] = [:]
    /// Those before this one are not shown: a picture that has not arrived.
    package var first = 0

    /// The photos that are shown.
    var indices: Range<Int> { min(first, photos.count)..<photos.count }

    /// The position of a photo, most likely where it was; `nil` if the list has not got it.
    ///
    /// - Complexity: O(1) for a list that has only grown, else O(photos).
    func place(of photo: PhotoReference, near index: Int) -> Int? {
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

/// The number of the visible photo among several.
struct ListPosition: Hashable, Sendable {
    let index: Int
    let count: Int
}
