import Imaging
import PhotoCatalog
import PhotoPipeline
import Settings
import TerminalProtocols

@testable import Localization
@testable import Screens

/// The sentences of a language with sample arguments, by their paths: `status.fetching`.
///
/// Each function is named here, because a mirror cannot call one; `unnamed` has those that are not.
struct RenderedSentences {
    /// Text from outside: a name, a path.
    static let name = "§"

    private let strings: Strings
    private let table: StringTable
    private(set) var texts: [String: [String]] = [:]
    private(set) var unnamed: [String] = []

    init(_ language: Language) {
        strings = Strings(language)
        table = language.table
        addKeys()
        addLocal()
        addLibrary()
        addDetail()
        addSearch()
        addViewer()
        addStatus()
        addNotices()
        addHelp()
        addPicture()
        addFiles()
        addFailures()
        addCommands()
        addCache()
        addProgram()
        addConfiguration()
        addDiagnosis()
        addDiagnosisMultiplexer()
        collect(table, "")
    }

    private mutating func collect(_ table: Any, _ path: String) {
        for child in Mirror(reflecting: table).children {
            let path = path + (path.isEmpty ? "" : ".") + (child.label ?? "?")
            switch child.value {
            case let text as String: texts[path] = [text]
            case let text as SafeText: texts[path] = [text.string]
            case let list as [String]: texts[path] = list
            case let value where "\(type(of: value))".contains("->"):
                if texts[path] == nil { unnamed.append(path) }
            default: collect(child.value, path)
            }
        }
    }

    private mutating func add(_ path: String, _ make: (String) -> SafeText) {
        texts[path] = [make(Self.name).string]
    }

    private mutating func add(_ path: String, _ make: (String) -> String) {
        texts[path] = [make(Self.name)]
    }

    private mutating func add(_ path: String, _ make: (String?) -> SafeText) {
        texts[path] = [make(Self.name).string, make(nil).string]
    }

    private mutating func add(_ path: String, _ make: (String, String) -> SafeText) {
        texts[path] = [make(Self.name, Self.name).string]
    }

    private mutating func add(_ path: String, _ make: (String, String) -> String) {
        texts[path] = [make(Self.name, Self.name)]
    }

    private mutating func add(_ path: String, _ make: (Int) -> SafeText) {
        texts[path] = Self.numbers.map { make($0).string }
    }

    private mutating func add(_ path: String, _ make: (Int) -> String) {
        texts[path] = Self.numbers.map(make)
    }

    private mutating func add(_ path: String, _ make: (Strings) -> SafeText) {
        texts[path] = [make(strings).string]
    }

    private mutating func add(_ path: String, _ make: (Strings) -> String) {
        texts[path] = [make(strings)]
    }
}

/// The sample arguments.
extension RenderedSentences {
    private static let numbers = [0, 1, 2, 5, 1_000_000]
    private static let keys: [KeyPress.Key] = [.up, .pageUp, .escape, .enter, .character(" ")]
    private static let media: [MediaType] = [.image, .video, .audio, .other(name), .unstated]
    private static let advice: [PictureAdvice] = [
        .startXtermAsVT340, .openTmux, .updateTmux, .enableImagesInVSCode,
        .raiseXtermLimit(PixelSize(width: 1000, height: 1000)),
    ]
    private static let sandboxes: [SandboxStatus] = [
        .holds, .open(SandboxStatus.ForbiddenOperation.allCases), .broken, .none,
    ]
    private static let cacheErrors: [CacheError] = [
        .diskFull, .notWritable, .notOurs, .isLink, .unusable(reason: name),
    ]
    private static let archiveFailures: [ArchiveFailure] = [
        .noHomeFolder, .newerVersion, .notOurs(path: name), .isLink(path: name), .damagedAgain,
        .endless, .unusable(reason: name),
    ]
    private static let faults: [SettingsError.Kind] = [
        .noName, .noEquals, .noValue, .openText, .openList, .openTable, .unknownEscape, .leftover,
        .unsupported, .twice(name), .tooLong, .unreadable, .unknownSetting(name, meant: nil),
        .unknownSetting(name, meant: name), .wrongValue(name, name, .words([name, name])),
        .wrongValue(name, name, .range(0...12)), .wrongValue(name, name, .examples([name])),
        .unknownAction(name, meant: nil), .unknownAction(name, meant: name), .unknownKey(name),
        .keptKey(name),
    ]
}

/// The functions.
extension RenderedSentences {
    private mutating func addKeys() {
        texts["keys.name"] = Self.keys.compactMap(table.keys.name)
        texts["keys.section"] = HelpSection.allCases.map { table.keys.section($0).string }
    }

    private mutating func addLocal() {
        texts["local.monthYear"] = Self.numbers.map { table.local.monthYear(Self.name, $0) }
        texts["local.dayMonthYear"] =
            Self.numbers.map { table.local.dayMonthYear($0, Self.name, $0) }
    }

    private mutating func addLibrary() {
        texts["library.service"] = Service.allCases.map { table.library.service($0) }
        add("library.sol", table.library.sol)
        add("library.upToDay", table.library.upToDay)
        add("library.search", table.library.search)
        add("library.album", table.library.album)
        add("library.seen", table.library.seen)
        texts["library.media"] = Self.media.map { table.library.media($0).string }
        add("library.mediaName", table.library.mediaName)
        add("library.sinceYear", table.library.sinceYear)
        add("library.untilYear", table.library.untilYear)
        add("library.position", table.library.position)
        add("library.unread", table.library.unread)
        add("library.busy", table.library.busy)
        add("library.favouritesHint", table.library.favouritesHint)
        add("library.placesHint", table.library.placesHint)
        texts["library.nothingFound"] =
            Self.media.map { table.library.nothingFound($0, Self.name).string }
        add("library.noPictures", table.library.noPictures)
        add("library.onlyFirst", table.library.onlyFirst)
        add("library.unreadable", table.library.unreadable)
    }

    private mutating func addDetail() {
        texts["detail.size"] = AssetSize.allCases.map { table.detail.size($0).string }
    }

    private mutating func addSearch() {
        texts["search.name"] = SearchField.allCases.map { table.search.name($0).string }
        texts["search.found"] =
            Self.numbers.map {
                table.search.found(Self.name, strings.language.plural(of: $0)).string
            }
        texts["search.filter"] = SearchField.allCases.map { table.search.filter($0, Self.name) }
        texts["search.example"] = SearchField.allCases.map { table.search.example($0).string }
    }

    private mutating func addViewer() {
        texts["viewer.advice"] = Self.advice.map { table.viewer.advice($0).string }
        add("viewer.bits", table.viewer.bits)
    }

    private mutating func addStatus() {
        add("status.sharpening", table.status.sharpening)
        add("status.originalPassedOver", table.status.originalPassedOver)
        add("status.originalMissing", table.status.originalMissing)
        add("status.frame", table.status.frame)
        add("status.page", table.status.page)
        texts["status.still"] = Self.numbers.map { table.status.still($0, $0) }
        add("status.stillOfVideo", table.status.stillOfVideo)
        add("status.reading", table.status.reading)
        texts["status.spilling"] = Self.numbers.map { table.status.spilling($0, Self.name) }
        add("status.sharpeningFailed", table.status.sharpeningFailed)
        add("status.waiting", table.status.waiting)
        add("status.loading", table.status.loading)
        texts["status.fetching"] = Self.numbers.map { table.status.fetching($0, Self.name) }
        add("status.fetchingSoFar", table.status.fetchingSoFar)
        add("status.bytes", table.status.bytes)
        add("status.peakMemory", table.status.peakMemory)
        texts["status.tiles"] = Self.numbers.map { table.status.tiles($0, $0, $0, $0) }
    }

    private mutating func addNotices() {
        add("notices.onlySound", table.notices.onlySound)
        add("notices.quitKey", table.notices.quitKey)
        add("notices.copied", table.notices.copied)
        add("notices.marked", table.notices.marked)
        add("notices.aligning", table.notices.aligning)
        texts["notices.blinking"] = Self.numbers.map { table.notices.blinking($0, strings).string }
        add("notices.openingDay", table.notices.openingDay)
        texts["notices.slideshow"] =
            Self.numbers.map { table.notices.slideshow($0, strings).string }
        add("notices.favouriteNow", table.notices.favouriteNow)
        add("notices.exporting", table.notices.exporting)
        texts["notices.exported"] =
            [true, false].map { table.notices.exported(Self.name, Self.name, $0).string }
        add("notices.placeKept", table.notices.placeKept)
        add("notices.onlyInTheViewer", table.notices.onlyInTheViewer)
        add("notices.saved", table.notices.saved)
        add("notices.noBrowser", table.notices.noBrowser)
    }

    private mutating func addHelp() {
        add("help.viewer.step", table.help.viewer.step)
        add("help.viewer.slideshow", table.help.viewer.slideshow)
    }

    private mutating func addPicture() {
        texts["picture.curve"] = Levels.Shape.allCases.map { table.picture.curve($0).string }
        add("picture.strength", table.picture.strength)
        add("picture.points", table.picture.points)
        texts["picture.bands"] = [table.picture.bands(.first).string]
    }

    private mutating func addFiles() {
        add("files.marks", table.files.marks)
        add("files.copiedNames", table.files.copiedNames)
        add("files.copiedAddresses", table.files.copiedAddresses)
        let names = [FileNames.one(Self.name), .several("3")]
        texts["files.askToTrash"] = names.map { table.files.askToTrash($0).string }
        texts["files.trashed"] = names.map { table.files.trashed($0, strings).string }
        texts["files.restored"] = names.map { table.files.restored($0).string }
        let failures: [TrashFailure] = [
            .noFile, .notAFile, .noTrash, .notPermitted, .diskFull, .taken,
            .unusable(reason: Self.name),
        ]
        add("files.askToTurn", table.files.askToTurn)
        add("files.askToMark", table.files.askToMark)
        add("files.turned", table.files.turned)
        add("files.turnFirst", table.files.turnFirst)
        let reasons: [TurnFailure.FileReason] = [
            .changed, .noOrientation, .notPermitted, .diskFull, .unusable(reason: Self.name),
        ]
        texts["files.notTurned"] = reasons.map { table.files.notTurned($0, Self.name).string }
        texts["files.notMoved"] = failures.map { table.files.notMoved($0, names[0]).string }
    }

    private mutating func addFailures() {
        add("failures.quotation", table.failures.quotation)
        add("failures.damage", table.failures.damage)
        texts["failures.reason"] =
            Damage.all(count: 7, text: Self.name).map { table.failures.reason($0) }
        texts["failures.file"] = [table.failures.file(.notFound, Self.name)]
        texts["failures.decoding"] = [table.failures.decoding(.outOfMemory, Self.name)]
        texts["failures.catalog"] = [table.failures.catalog(.unreadableReply, Self.name)]
        texts["failures.fetching"] = [table.failures.fetching(.cancelled)]
        texts["failures.positionFault"] = [
            PositionFault.noPositions, .notOnSky, .notOnGround, .outside,
        ].map {
            table.failures.positionFault($0, Self.name)
        }
        texts["failures.noPage"] = Self.numbers.map { table.failures.noPage(Self.name, $0, $0) }
    }

    private mutating func addCommands() {
        add("commands.moreFailures", table.commands.moreFailures)
        add("commands.received", table.commands.received)
        add("commands.pixels", table.commands.pixels)
        add("commands.more", table.commands.more)
        add("commands.noFavourite", table.commands.noFavourite)
        texts["commands.noSuchSize"] =
            [[], [Self.name]].map { table.commands.noSuchSize(Self.name, Self.name, $0).string }
        add("commands.noFolder", table.commands.noFolder)
        add("commands.notWritable", table.commands.notWritable)
        add("commands.outside", table.commands.outside)
        add("commands.tooLargeForFormat", table.commands.tooLargeForFormat)
        add("commands.tooMuchOfTiles", table.commands.tooMuchOfTiles)
        add("commands.busy", table.commands.busy)
        add("commands.tooManyOfName", table.commands.tooManyOfName)
        add("commands.unusable", table.commands.unusable)
        add("commands.fileExists", table.commands.fileExists)
    }

    private mutating func addCache() {
        texts["cache.trouble"] = Self.cacheErrors.map { table.cache.trouble($0).string }
        texts["cache.archiveFailure"] =
            Self.archiveFailures.map { table.cache.archiveFailure($0).string }
        texts["cache.archiveNotice"] =
            [.wasReset(movedTo: Self.name)].map { table.cache.archiveNotice($0).string }
        add("cache.offline", table.cache.offline)
        add("cache.daysAgo", table.cache.daysAgo)
        add("cache.hoursAgo", table.cache.hoursAgo)
        add("cache.minutesAgo", table.cache.minutesAgo)
    }

    private mutating func addProgram() {
        add("program.fewDescriptors", table.program.fewDescriptors)
        add("program.littleMemory", table.program.littleMemory)
        add("program.crashed", table.program.crashed)
        add("program.outputFailed", table.program.outputFailed)
    }

    private mutating func addConfiguration() {
        texts["configuration.fault"] = Self.faults.map { table.configuration.fault($0) }
    }

    private mutating func addDiagnosis() {
        texts["diagnosis.pictures"] = [table.diagnosis.pictures(Self.name, "§").string]
        texts["diagnosis.picturesThrough"] =
            [table.diagnosis.picturesThrough(Self.name, Self.name, "§").string]
        add("diagnosis.colours", table.diagnosis.colours)
        texts["diagnosis.advice"] = Self.advice.map { table.diagnosis.advice($0).string }
        texts["diagnosis.unasked"] =
            [.noTerminal, .pipe, .background, .kind].map { table.diagnosis.unasked($0).string }
        texts["diagnosis.sandbox"] = Self.sandboxes.map { table.diagnosis.sandbox($0).string }
    }

    private mutating func addDiagnosisMultiplexer() {
        add("diagnosis.multiplexer.makeActive", table.diagnosis.multiplexer.makeActive)
        add("diagnosis.multiplexer.outsideIsPlain", table.diagnosis.multiplexer.outsideIsPlain)
        add("diagnosis.multiplexer.unknownPictures", table.diagnosis.multiplexer.unknownPictures)
        add("diagnosis.multiplexer.keptPictures", table.diagnosis.multiplexer.keptPictures)
        add("diagnosis.multiplexer.textPictures", table.diagnosis.multiplexer.textPictures)
    }
}
