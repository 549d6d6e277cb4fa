internal import Imaging
internal import PhotoPipeline
internal import Screens

/// The files that were named and could not be shown when they were looked at, for the exit status.
///
/// A photo of the library is none of them: its server may answer the next time.
struct UnshownFiles {
    private let named: [PhotoReference]
    /// The page of a file that was named with one, by the file's index.
    private let pages: [Int: Int]
    private var failures: [PhotoReference: PictureFailure] = [:]

    init(_ photos: [PhotoReference], _ views: [Int: ViewPlace]) {
        named = photos
        pages = views.mapValues(\.page)
    }

    /// In the order in which they were named.
    var all: [(photo: PhotoReference, failure: PictureFailure)] {
        var left = failures
        return named.compactMap { photo in left.removeValue(forKey: photo).map { (photo, $0) } }
    }

    mutating func receive(_ event: PhotoEvent) {
        switch event {
        case .failed(let photo, let failure), .undrawable(let photo, let failure):
            if isCounted(photo) { failures[photo] = failure }
        case .opened(let photo, let opened): check(photo, opened)
        case .drawn(let photo, _, _): failures[photo] = nil
        default: break
        }
    }

    private mutating func check(_ photo: PhotoReference, _ opened: OpenedPhoto) {
        guard isCounted(photo), let index = named.firstIndex(of: photo) else { return }
        do throws(PictureFailure) { try opened.checkPart(pages[index] ?? 0) } catch {
            failures[photo] = error
        }
    }

    private func isCounted(_ photo: PhotoReference) -> Bool {
        switch photo {
        case .file, .standardInput: named.contains(photo)
        case .address, .library, .still, .world: false
        }
    }
}
