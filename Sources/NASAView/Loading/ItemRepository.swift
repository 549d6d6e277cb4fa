internal import PhotoCatalog
internal import Synchronization

/// The known facts about the library's photos; facts that were fetched, or were part of a list, are
/// not requested again.
final class ItemRepository: Sendable {
    typealias Item = (photo: Photo, assets: PhotoAssets)

    /// The maximum number of stored photos of lists; a search has at most 10,000, and old ones can
    /// be requested again.
    private static let listedLimit = 20_000

    private let repository: any PhotoRepository
    private let items = Mutex<[PhotoID: Item]>([:])
    private let listed = Mutex<[PhotoID: Photo]>([:])

    init(repository: any PhotoRepository) { self.repository = repository }

    /// Stores the photos of a list.
    func remember(_ photos: [Photo]) {
        listed.withLock { listed in
            if listed.count > Self.listedLimit { listed = [:] }
            for photo in photos { listed[photo.id] = photo }
        }
    }

    func known(_ id: PhotoID) -> Item? { items.withLock { $0[id] } }

    /// Returns a photo and its files; calls `progress` during fetches.
    func describe(
        _ id: PhotoID, progress: @escaping @Sendable (FetchProgress) -> Void = { _ in }
    ) async throws(CatalogFailure) -> Item {
        if let known = known(id) { return known }
        let repository = repository.reporting(progress)
        let photo: Photo
        if let known = listed.withLock({ $0[id] }) {
            photo = known
        } else {
            photo = try await repository.photo(id: id)
        }
        let assets = try await repository.assets(of: photo)
        // An incomplete list of files is requested again the next time, because only the network
        // failed.
        if assets.missing == nil { items.withLock { $0[id] = (photo, assets) } }
        return (photo, assets)
    }
}

/// A filter of progress reports that passes on each change of the seconds until a retry, and `nil`
/// when the fetch continues.
final class Countdown: Sendable {
    private let reported = Mutex<Int?>(nil)
    private let report: @Sendable (Int?) -> Void

    init(_ report: @escaping @Sendable (Int?) -> Void) { self.report = report }

    func receive(_ step: FetchProgress) {
        let seconds = step.secondsToWait
        let isNew = reported.withLock { reported in
            defer { reported = seconds }
            return reported != seconds
        }
        if isNew { report(seconds) }
    }
}

/// The average speed of a transfer, known once the transfer has lasted a second.
final class TransferRate: Sendable {
    private let start = Mutex<(time: ContinuousClock.Instant, bytes: Int)?>(nil)

    func bytesPerSecond(at step: FetchProgress) -> Double? {
        guard case .receiving(let bytes, _) = step else { return nil }
        return start.withLock { start in
            guard let begun = start else {
                start = (.now, bytes)
                return nil
            }
            let seconds = Double((ContinuousClock.now - begun.time) / .seconds(1))
            return seconds < 1 ? nil : Double(bytes - begun.bytes) / seconds
        }
    }
}
