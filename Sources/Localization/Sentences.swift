package import Imaging
package import PhotoCatalog
package import PhotoPipeline
package import TerminalProtocols

/// The sentences about failures: the cause, and what the user can do.
extension Strings {
    /// The maximum width of a name in columns; a longer name would make a sentence hard to read.
    private static let nameColumns = 120

    package func sentence(for failure: PictureFailure, of photo: PhotoReference) -> SafeText {
        let name = shortName(of: photo)
        return switch failure {
        case .reading(let failure): SafeText(failures.file(failure, name))
        case .looking(let failure): SafeText(failures.catalog(failure, name))
        case .fetching(let failure): SafeText(failures.fetching(failure))
        case .decoding(let failure): SafeText(failures.decoding(failure, name))
        case .noPage(let number, let count): SafeText(failures.noPage(name, number, count))
        case .positionFault(let fault): SafeText(failures.positionFault(fault, name))
        }
    }

    package func sentence(for failure: CatalogFailure, of id: PhotoID) -> SafeText {
        sentence(for: .looking(failure), of: .library(id))
    }

    /// Returns a sentence about a failed list or photo; the photo's name may be shown separately.
    package func sentence(for failure: CatalogFailure, of name: SafeText? = nil) -> SafeText {
        let name = name?.truncated(to: Self.nameColumns).string
        return SafeText(failures.catalog(failure, name ?? failures.this))
    }

    /// Returns the reason why an original was not saved, and what the user can do.
    package func sentence(for failure: SavingFailure, of id: PhotoID) -> SafeText {
        let name = shortName(of: .library(id))
        return switch failure {
        case .looking(let failure): sentence(for: failure, of: id)
        case .fetching(let failure): sentence(for: .fetching(failure), of: .library(id))
        case .noSuchSize(let size, let available):
            commands.noSuchSize(name, size.rawValue, available.map(\.rawValue))
        case .noFolder(let path): commands.noFolder(path)
        case .notWritable(let path): commands.notWritable(path)
        case .diskFull: commands.diskFull
        case .busy(let path): commands.busy(path)
        case .tooManyOfName: commands.tooManyOfName(name)
        case .unusable(let reason): commands.unusable(name, failures.quotation(reason))
        }
    }

    /// Returns the reason why a photo, or a region of the photo, was not exported.
    package func sentence(for failure: ExportFailure, of photo: PhotoReference) -> SafeText {
        switch failure {
        case .picture(let failure): sentence(for: failure, of: photo)
        case .saving(let failure): sentence(for: failure, of: PhotoID(shortName(of: photo)))
        case .encoding(let damage): commands.unusable(shortName(of: photo), failures.reason(damage))
        case .outside(let size):
            commands.outside(shortName(of: photo), "\(size.width)x\(size.height)")
        case .tooLarge(let side): commands.tooLargeForFormat(local.number(side))
        case .tooMuchOfTiles(let megapixels): commands.tooMuchOfTiles(local.number(megapixels))
        }
    }

    /// Returns the sentence that part of a photo is missing, because its file is damaged.
    package func damage(of photo: PhotoReference) -> SafeText {
        SafeText(failures.damage(shortName(of: photo)))
    }

    /// Returns the description of damage for use within a sentence.
    package func text(of damage: Damage) -> SafeText { SafeText(failures.reason(damage)) }

    package func noFavourite(_ id: PhotoID) -> SafeText {
        commands.noFavourite(shortName(of: .library(id)))
    }

    /// Returns the line below a list of failures that omits some failures.
    package func moreFailures(_ count: Int) -> SafeText {
        commands.moreFailures(local.number(count))
    }

    private func shortName(of photo: PhotoReference) -> String {
        name(of: photo).truncated(to: Self.nameColumns).string
    }
}

/// The sentences about the progress of a download.
extension Strings {
    /// Returns the progress of a transfer on one line, with the rate if it is known.
    package func progress(
        of name: String, _ step: FetchProgress, bytesPerSecond: Double?
    ) -> SafeText {
        switch step {
        case .receiving(let bytes, let expected):
            let size = local.size(bytes)
            let amount = expected.map { commands.received(size, local.size($0)) } ?? size
            return SafeText("\(name): \(amount)\(rate(bytesPerSecond.map { Int($0) }))")
        case .waiting:
            return SafeText("\(name): \(step.secondsToWait.map(status.waiting) ?? local.size(0))")
        }
    }

    /// Returns the text that the page shows while a photo is being opened.
    package func progress(_ progress: PhotoProgress?) -> SafeText {
        guard let progress else { return SafeText(status.opening) }
        guard case .fetching = progress else { return SafeText(text(of: progress)) }
        return SafeText(status.loading(text(of: progress)))
    }

    package func text(of progress: PhotoProgress) -> String {
        switch progress {
        case .lookingUp: status.lookingUp
        case .waiting(let seconds): status.waiting(seconds)
        case .decoding: status.decoding
        case .fetching(let bytes, let total?, let speed) where total > 0:
            status.fetching(percent(bytes, of: total), local.size(total)) + rate(speed)
        case .fetching(let bytes, _, let speed):
            status.fetchingSoFar(local.size(bytes)) + rate(speed)
        }
    }

    private func rate(_ bytesPerSecond: Int?) -> String {
        bytesPerSecond.map { ", \(local.size($0))/s" } ?? ""
    }

    private func percent(_ bytes: Int, of total: Int) -> Int {
        min(100, Int(Double(bytes) / Double(total) * 100))
    }
}

/// The sentences about the disk cache.
extension Strings {
    /// Returns the folder of the cache and the amount of its contents, or one sentence if the cache
    /// is off; `limit` is the limit in the user's notation.
    package func lines(_ contents: CacheContents, limit: String) -> [SafeText] {
        guard contents.limitBytes > 0 else { return [results.cacheIsOff] }
        let local = LocalStrings.english
        let (entries, size) = (local.number(contents.entries), local.size(contents.bytes))
        return [SafeText(contents.folder), results.cached(entries, size, limit)]
    }

    package func cleared(_ contents: CacheContents) -> SafeText {
        let local = LocalStrings.english
        return results.cleared(local.number(contents.entries), local.size(contents.bytes))
    }

    /// Returns the sentence that a photo is from the cache, with the photo's age.
    package func offline(ageSeconds: Int) -> SafeText { cache.offline(ago(ageSeconds)) }

    /// Returns an age as text: `3 hours ago`.
    private func ago(_ seconds: Int) -> String {
        let units = [(86_400, cache.daysAgo), (3600, cache.hoursAgo), (60, cache.minutesAgo)]
        for (length, words) in units where seconds >= length { return words(seconds / length) }
        return cache.momentAgo
    }
}

/// The cost of the last picture, with the same words as in the benchmark and the log.
extension Strings {
    /// Returns the line about the cost of a picture.
    ///
    /// `writing` is the time from the first byte to the terminal's reply, in milliseconds. The line
    /// contains the times of as many stages as fit into `columns` and, if there is space left, the
    /// photo's statistics.
    package func text(
        _ name: SafeText, _ cost: PictureCost, writing: Int?, columns: Int = .max
    ) -> SafeText {
        let stages = Stage.allCases.compactMap { stage in
            cost.stages[stage].map { "\(stage.rawValue) \(milliseconds($0))" }
        }
        let times = stages + (writing.map { ["\(Stage.write.rawValue) \($0)"] } ?? [])
        let bytes = status.bytes(cost.byteCount)
        var room = columns - SafeText(" \(name.string) ms  \(bytes)").width
        let kept = Self.beginning(of: times, in: &room)
        let spent = kept.isEmpty ? [] : [kept.joined(separator: "  ") + " ms"]
        let statistics = cost.statistics.map { Self.beginning(of: [text($0)], in: &room) } ?? []
        let parts = [name.string] + spent + [bytes] + statistics
        return SafeText(" " + parts.joined(separator: "  "))
    }

    /// Returns the first texts, as many as fit with two blanks before each text.
    private static func beginning(of texts: [String], in room: inout Int) -> [String] {
        Array(
            texts.prefix { text in
                room -= SafeText(text).width + 2
                return room >= 0
            })
    }

    /// The text after the line about a picture's cost if photos are decoded without a sandbox.
    package var notSandboxed: SafeText { SafeText("  \(status.notSandboxed)") }

    /// Returns the protocol, the size and the quality of a requested picture.
    package func text(of request: ImageRequest) -> SafeText {
        let coarseness = request.movingQuality.rawValue
        let moving = status.moving + (coarseness > 0 ? " \(coarseness)" : "")
        let quality = request.quality == .moving ? moving : status.atRest
        return SafeText("\(text(of: request.options.graphics, request.size).string)  \(quality)")
    }

    /// Returns the protocol and the size of a picture.
    package func text(of graphics: GraphicsProtocol, _ size: PixelSize) -> SafeText {
        SafeText("\(graphics.rawValue) \(size.width)x\(size.height)")
    }

    /// Returns the cost of a session, which is printed at the end of the session.
    package func stats(_ statistics: DecodeStatistics?, megabytes: Int) -> SafeText {
        let memory = status.peakMemory(megabytes)
        return SafeText(statistics.map { "\(text($0)), \(memory)" } ?? memory)
    }

    /// Returns the cost so far of a photo that is decoded in tiles.
    private func text(_ statistics: DecodeStatistics) -> String {
        let found = statistics.tilesFound * 100 / max(1, statistics.tilesRequested)
        let held = statistics.tileBytes + statistics.indexBytes
        return status.tiles(statistics.tilesMade, found, held >> 20, statistics.spillBytes >> 20)
    }

    private func milliseconds(_ nanoseconds: UInt64) -> String {
        let tenths = (nanoseconds + 50_000) / 100_000
        return local.decimal(tenths: Int(tenths))
    }
}
