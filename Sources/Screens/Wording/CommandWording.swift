package import PhotoCatalog
internal import PhotoPipeline
package import TerminalProtocols

/// The words of the commands for scripts.
package enum CommandWording {
    private static var phrases: CommandPhrases { Phrases.current.commands }

    /// Said behind the first failures of many.
    package static func moreFailures(_ count: Int) -> SafeText {
        SafeText(phrases.moreFailures(LocalWording.number(count)))
    }

    /// A photo on one line: id, date, credit and title, with tabs between them.
    package static func line(_ photo: Photo) -> SafeText {
        let parts = [
            SafeText(photo.id.text), SafeText(photo.dateCreated?.description ?? ""),
            SafeText(photo.creditLine ?? ""), PhotoWording.title(of: photo),
        ]
        return SafeText.tabbed(parts)
    }

    /// All there is to say of a photo, a line each.
    package static func lines(_ photo: Photo, _ assets: PhotoAssets) -> [SafeText] {
        let names = phrases.facts
        let facts: [(String, String?)] = [
            (names.id, photo.id.text), (names.title, photo.title),
            (names.credit, photo.creditLine), (names.date, photo.dateAsGiven),
            (names.center, photo.credits.center), (names.location, photo.texts.location),
            (names.keywords, listed(photo.texts.keywords)), (names.albums, listed(photo.albums)),
            (names.page, photo.pageAddress),
        ]
        let named = facts.compactMap { name, value in value.map { fact(name, $0) } }
        let sizes = assets.all.map { fact($0.size.rawValue, size($0)) }
        return named + sizes + PhotoWording.paragraphs(of: photo).map { SafeText($0) }
    }

    package static func line(_ fact: PhotoFact) -> SafeText {
        SafeText("\(fact.group) \(fact.name): \(fact.value)")
    }

    /// A transfer on one line, with its rate once it can be told.
    package static func progress(
        of name: String, _ step: FetchProgress, bytesPerSecond: Double?
    ) -> SafeText {
        switch step {
        case .receiving(let bytes, let expected):
            let size = LocalWording.size(bytes)
            let amount = expected.map { phrases.received(size, LocalWording.size($0)) } ?? size
            let rate = bytesPerSecond.map { ", \(LocalWording.size(Int($0)))/s" } ?? ""
            return SafeText("\(name): \(amount)\(rate)")
        case .waiting:
            let words = step.secondsToWait.map(StatusWording.waiting)
            return SafeText("\(name): ") + (words ?? SafeText(LocalWording.size(0)))
        }
    }

    package static var limited: SafeText { sentence(for: .tooManyResults) }

    package static func sentence(for failure: CatalogFailure, of id: PhotoID) -> SafeText {
        FailureMessage.sentence(for: .looking(failure), of: .library(id))
    }

    package static func noFavourite(_ id: PhotoID) -> SafeText {
        phrases.noFavourite(SafeText(id.text).truncated(to: 120).string)
    }

    /// Why a list did not come.
    package static func sentence(for failure: CatalogFailure) -> SafeText {
        FailureMessage.sentence(for: failure)
    }

    /// Why something was not saved, and what to do.
    package static func sentence(for failure: SavingFailure, of id: PhotoID) -> SafeText {
        let name = SafeText(id.text).truncated(to: 120).string
        return switch failure {
        case .looking(let failure): sentence(for: failure, of: id)
        case .fetching(let failure):
            FailureMessage.sentence(for: .fetching(failure), of: .library(id))
        case .noSuchSize(let size, let available):
            phrases.noSuchSize(name, size.rawValue, available.map(\.rawValue))
        case .noFolder(let path): phrases.noFolder(path)
        case .notWritable(let path): phrases.notWritable(path)
        case .diskFull: phrases.diskFull
        case .busy(let path): phrases.busy(path)
        case .unusable(let reason): phrases.unusable(name, reason)
        }
    }

    private static func fact(_ name: String, _ value: String) -> SafeText {
        SafeText("\(name): \(PhotoWording.words(value))")
    }

    private static func listed(_ texts: [String]) -> String? {
        texts.isEmpty ? nil : texts.joined(separator: ", ")
    }

    private static func size(_ asset: PhotoAsset) -> String {
        let pixels = asset.declared.map { "\($0.width)x\($0.height) " } ?? ""
        return pixels + asset.place
    }
}
