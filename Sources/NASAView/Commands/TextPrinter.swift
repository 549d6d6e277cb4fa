internal import Localization
internal import PhotoCatalog
internal import PhotoPipeline
internal import Screens
internal import TerminalProtocols

/// The printer for `--plain`, which describes photos, or the first photos of a list, in words.
struct TextPrinter {
    /// The maximum number of photos of a list to describe; users may have to listen to all of them.
    private static let listLimit = 25

    let launch: LaunchContext

    private var strings: Strings { launch.strings }

    /// Prints the descriptions; returns the exit status.
    func run() async -> Int32 {
        var ending = ExitStatus()
        let (photos, complaint) = launch.photosToPrint()
        if let complaint { Diagnostics.print(complaint) }
        if launch.photos.isEmpty, launch.named == nil {
            await printList(&ending)
        } else {
            let pipeline = launch.makeServices().pipeline
            for photo in photos {
                do throws(PictureFailure) {
                    print(try await description(of: photo, pipeline))
                    ending.succeed()
                } catch {
                    ending.fail(error, strings.sentence(for: error, of: photo))
                }
            }
        }
        let status = ending.finish(strings)
        await launch.backend.settle()
        return status
    }

    private func description(
        of photo: PhotoReference, _ pipeline: ImagePipeline
    ) async throws(PictureFailure) -> [SafeText] {
        guard case .library(let id) = photo else {
            return strings.spoken(try await pipeline.open(photo, covering: nil) { _ in }, of: photo)
        }
        do { return strings.spoken(try await launch.backend.repository.photo(id: id)) } catch {
            throw .looking(error)
        }
    }

    private func printList(_ ending: inout ExitStatus) async {
        do throws(CatalogFailure) {
            if let listing = launch.source.listings.first {
                let page = try await launch.backend.repository.page(.first(listing))
                print(page.photos, of: page.totalHits)
            }
            if case .favourites(let service) = launch.source { await printFavourites(of: service) }
            ending.succeed()
        } catch {
            ending.fail(error, strings.sentence(for: error))
        }
    }

    private func printFavourites(of service: Service?) async {
        do throws(ArchiveFailure) {
            let photos = try await launch.backend.archive.favourites(of: service)
            print(photos, of: photos.count)
        } catch {
            Diagnostics.print(strings.cache.archiveFailure(error))
        }
    }

    private func print(_ photos: [Photo], of total: Int?) {
        let isOne = launch.printsFirstOnly
        let listed = photos.prefix(isOne ? 1 : Self.listLimit)
        for photo in listed { print(strings.spoken(photo)) }
        if !isOne, let total, total > listed.count {
            Diagnostics.print(strings.more(listed.count, of: total))
        }
    }

    /// Prints the lines of one photo, and an empty line.
    private func print(_ lines: [SafeText]) { try? CommandOutput.print(lines + [""], strings) }
}
