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
    /// True if it moves on as soon as more photos arrive.
    private(set) var isWaiting = false

    /// - Precondition: the sequence has a photo at `index`.
    init(_ sequence: PhotoSequence, at index: Int = 0) {
        precondition(sequence.photos.indices.contains(index), "the index is one of the photos")
        self.sequence = sequence
        self.index = index
    }

    /// The photo, or a still of a video, or the photo of another day.
    var photo: PhotoReference {
        if let ofAnotherDay { return ofAnotherDay }
        guard still > 0, case .library(let id) = sequence.photos[index] else {
            return sequence.photos[index]
        }
        return .still(id, still)
    }
    /// The view to show of the photo; `nil` for the usual first view.
    var view: ViewPosition? { ofAnotherDay == nil ? sequence.views[index] : nil }

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
        isWaiting = sequence.mayGrow && index + distance > last && index == last
        let wished = max(sequence.first, min(index + distance, last))
        guard wished != index else { return false }
        (index, still, ofAnotherDay) = (wished, 0, nil)
        return true
    }

    /// Goes to the photo of another day; `go` goes on from the place in the list.
    mutating func step(to photo: PhotoReference) {
        (still, isWaiting) = (0, false)
        ofAnotherDay = photo == sequence.photos[index] ? nil : photo
    }

    /// The same place, at the first still of a video.
    var wholeItem: ListCursor {
        var cursor = self
        cursor.still = 0
        return cursor
    }

    /// More photos are known, or the same in another order; a list without the photo is not followed.
    ///
    /// - Returns: whether it is another photo now: one that was waited for.
    mutating func grow(to sequence: PhotoSequence) -> Bool {
        guard let place = sequence.place(of: self.sequence.photos[index], near: index) else {
            return false
        }
        (self.sequence, index) = (sequence, place)
        return isWaiting && go(by: 1)
    }
}

/// The photos that a viewer goes through, as far as they have been loaded.
package struct PhotoSequence: Hashable, Sendable {
    package let photos: [PhotoReference]
    /// The number of photos to come; `nil` if unknown.
    package let total: Int?
    /// True if more of them may arrive.
    package let mayGrow: Bool
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
