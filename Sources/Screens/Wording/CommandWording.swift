package import PhotoCatalog
internal import PhotoPipeline
package import TerminalProtocols

/// What commands print, in words.
extension Strings {
    /// Said behind the first failures of many.
    package func moreFailures(_ count: Int) -> SafeText {
        commands.moreFailures(local.number(count))
    }

    /// A photo on one line: id, date, credit and title, with tabs between them.
    package func line(_ photo: Photo) -> SafeText {
        let parts = [
            SafeText(photo.id.text), SafeText(photo.dateCreated?.description ?? ""),
            SafeText(photo.creditLine ?? ""), title(of: photo),
        ]
        return SafeText.tabbed(parts)
    }

    /// All there is to say of a photo, a line each.
    package func lines(_ photo: Photo, _ assets: PhotoAssets) -> [SafeText] {
        let names = commands.facts
        let facts: [(String, String?)] = [
            (names.id, photo.id.text), (names.title, photo.title),
            (names.credit, photo.creditLine), (names.date, photo.dateAsGiven),
            (names.center, photo.credits.center), (names.location, photo.texts.location),
            (names.keywords, listed(photo.texts.keywords)), (names.albums, listed(photo.albums)),
            (names.page, photo.pageAddress),
        ]
        let named = facts.compactMap { name, value in value.map { fact(name, $0) } }
        let sizes = assets.all.map { fact($0.size.rawValue, size($0)) }
        return named + sizes + PhotoText.paragraphs(of: photo).map { SafeText($0) }
    }

    package func line(_ fact: PhotoFact) -> SafeText {
        SafeText("\(fact.group) \(fact.name): \(fact.value)")
    }

    /// A transfer on one line, with its rate once it can be told.
    package func progress(
        of name: String, _ step: FetchProgress, bytesPerSecond: Double?
    ) -> SafeText {
        switch step {
        case .receiving(let bytes, let expected):
            let size = local.size(bytes)
            let amount = expected.map { commands.received(size, local.size($0)) } ?? size
            let rate = bytesPerSecond.map { ", \(local.size(Int($0)))/s" } ?? ""
            return SafeText("\(name): \(amount)\(rate)")
        case .waiting:
            let words = step.secondsToWait.map(waiting)
            return SafeText("\(name): ") + (words ?? SafeText(local.size(0)))
        }
    }

    package func sentence(for failure: CatalogFailure, of id: PhotoID) -> SafeText {
        sentence(for: .looking(failure), of: .library(id))
    }

    package func noFavourite(_ id: PhotoID) -> SafeText {
        commands.noFavourite(SafeText(id.text).truncated(to: 120).string)
    }

    /// Why something was not saved, and what to do.
    package func sentence(for failure: SavingFailure, of id: PhotoID) -> SafeText {
        let name = SafeText(id.text).truncated(to: 120).string
        return switch failure {
        case .looking(let failure): sentence(for: failure, of: id)
        case .fetching(let failure):
            sentence(for: .fetching(failure), of: .library(id))
        case .noSuchSize(let size, let available):
            commands.noSuchSize(name, size.rawValue, available.map(\.rawValue))
        case .noFolder(let path): commands.noFolder(path)
        case .notWritable(let path): commands.notWritable(path)
        case .diskFull: commands.diskFull
        case .busy(let path): commands.busy(path)
        case .unusable(let reason): commands.unusable(name, reason)
        }
    }

    private func fact(_ name: String, _ value: String) -> SafeText {
        SafeText("\(name): \(PhotoText.words(value))")
    }

    private func listed(_ texts: [String]) -> String? {
        texts.isEmpty ? nil : texts.joined(separator: ", ")
    }

    private func size(_ asset: PhotoAsset) -> String {
        let pixels = asset.declared.map { "\($0.width)x\($0.height) " } ?? ""
        return pixels + asset.place
    }
}
