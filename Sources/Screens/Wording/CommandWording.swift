package import PhotoCatalog
internal import PhotoPipeline
package import TerminalProtocols

/// The words of the commands for scripts.
package enum CommandWording {
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
        let facts: [(String, String?)] = [
            ("id", photo.id.text), ("title", photo.title), ("credit", photo.creditLine),
            ("date", photo.dateAsGiven), ("centre", photo.credits.center),
            ("location", photo.texts.location),
            ("keywords", listed(photo.texts.keywords)), ("albums", listed(photo.albums)),
            ("page", photo.pageAddress),
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
            let total = expected.map { " of \(StatusWording.size($0))" } ?? ""
            let rate = bytesPerSecond.map { ", \(StatusWording.size(Int($0)))/s" } ?? ""
            return SafeText("\(name): \(StatusWording.size(bytes))\(total)\(rate)")
        case .waiting(let seconds):
            return SafeText("\(name): waiting \(Int(seconds.rounded(.up))) s to try again")
        }
    }

    package static let limited: SafeText =
        "NASA lists only the first 10,000 results; narrow the search."

    package static func sentence(for failure: CatalogFailure, of id: PhotoID) -> SafeText {
        FailureMessage.sentence(for: .looking(failure), of: .library(id))
    }

    package static func noFavourite(_ id: PhotoID) -> SafeText {
        SafeText("\(SafeText(id.text).truncated(to: 120).string) is not among the favourites.")
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
            SafeText(
                "\(name) has no size \(size.rawValue); there are: \(sizes(available)).")
        case .noFolder(let path): SafeText("There is no folder \(path).")
        case .notWritable(let path): SafeText("\(path) cannot be written; check its permissions.")
        case .diskFull: "The disk is full; make room and try again: what came is kept."
        case .busy(let path): SafeText("\(path) is being written by another program.")
        case .unusable(let reason): SafeText("\(name) cannot be saved (\(reason)).")
        }
    }

    private static func sizes(_ sizes: [AssetSize]) -> String {
        sizes.isEmpty ? "none" : sizes.map(\.rawValue).joined(separator: ", ")
    }

    private static func fact(_ name: String, _ value: String) -> SafeText {
        SafeText("\(name): \(PlainText.cleaned(value))")
    }

    private static func listed(_ texts: [String]) -> String? {
        texts.isEmpty ? nil : texts.joined(separator: ", ")
    }

    private static func size(_ asset: PhotoAsset) -> String {
        let pixels = asset.declared.map { "\($0.width)x\($0.height) " } ?? ""
        return pixels + asset.address.text
    }
}
