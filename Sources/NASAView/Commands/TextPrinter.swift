internal import PhotoCatalog
internal import PhotoPipeline
internal import Screens
internal import TerminalProtocols

extension LaunchContext {
    /// Prints photos, or the beginning of a list of them, in words.
    ///
    /// - Returns: the exit status, as those of commands for scripts.
    func tell() async -> Int32 {
        var ending = ExitStatus()
        if photos.isEmpty {
            await tellList(&ending)
        } else {
            let pipeline = makeWorkings().pipeline
            for photo in photos { await tell(photo, pipeline, &ending) }
        }
        ending.tellRest(strings)
        await library.settle()
        return ending.code
    }

    private func tell(
        _ photo: PhotoReference, _ pipeline: ImagePipeline, _ ending: inout ExitStatus
    ) async {
        do throws(PictureFailure) {
            print([try await words(photo, pipeline)])
            ending.succeed()
        } catch {
            ending.fail(error, strings.sentence(for: error, of: photo))
        }
    }

    private func words(
        _ photo: PhotoReference, _ pipeline: ImagePipeline
    ) async throws(PictureFailure) -> [SafeText] {
        guard case .library(let id) = photo else {
            return strings.spoken(
                try await pipeline.open(photo, covering: nil) { _ in }, of: photo)
        }
        do { return strings.spoken(try await library.repository.photo(id: id)) } catch {
            throw .looking(error)
        }
    }

    private func tellList(_ ending: inout ExitStatus) async {
        do throws(CatalogFailure) {
            for listing in source.listings.prefix(1) {
                let page = try await library.repository.page(.first(listing))
                tell(page.photos, of: page.totalHits)
            }
            if case .favourites = source { try await tellFavourites() }
            ending.succeed()
        } catch {
            ending.fail(error, strings.sentence(for: error))
        }
    }

    private func tellFavourites() async throws(CatalogFailure) {
        do throws(ArchiveFailure) {
            let photos = try await library.archive.favourites()
            tell(photos, of: photos.count)
        } catch {
            Diagnostics.print(strings.cache.archiveFailure(error))
        }
    }

    private func tell(_ photos: [Photo], of total: Int?) {
        let told = photos.prefix(Self.listed)
        print(told.map { strings.spoken($0) })
        if let total, total > told.count {
            Diagnostics.print(strings.more(told.count, of: total))
        }
    }

    /// As many as one listens to.
    private static let listed = 25

    /// With an empty line between photos.
    private func print(_ photos: [[SafeText]]) {
        for lines in photos { _ = try? CommandOutput.print(lines + [""], strings) }
    }
}
