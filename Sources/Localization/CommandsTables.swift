internal import Imaging
package import PhotoCatalog
internal import PhotoPipeline
package import Settings
package import TerminalProtocols

/// The sentences about failures of the program itself and of the system.
package struct ProgramStrings: Sendable {
    package let noTerminal: SafeText
    /// The message that the system cannot start another thread.
    package let noThreads: SafeText
    /// The message that the system hides /proc.
    package let noProc: SafeText
    /// The message that the limit of open files is too low; the argument is the required limit.
    package let fewDescriptors: @Sendable (Int) -> SafeText
    /// The message that the limit of address space is too low; the argument is the required limit
    /// in megabytes.
    package let littleMemory: @Sendable (Int) -> SafeText
    /// The message that the program has crashed; the argument is the path of the log, or `nil`
    /// without a log.
    package let crashed: @Sendable (String?) -> SafeText
    /// The message that the output failed; the argument is the system's reason.
    package let outputFailed: @Sendable (String) -> SafeText
}

/// The sentences about the cache on disk.
package struct CacheStrings: Sendable {
    package let trouble: @Sendable (CacheError) -> SafeText
    package let archiveFailure: @Sendable (ArchiveFailure) -> SafeText
    package let archiveNotice: @Sendable (ArchiveNotice) -> SafeText

    /// The message that a photo is from the cache; the argument is the photo's age, such as
    /// `3 hours ago`.
    let offline: @Sendable (String) -> SafeText
    let daysAgo, hoursAgo, minutesAgo: @Sendable (Int) -> String
    let momentAgo: String
}

/// The sentences about saved files and listed photos.
package struct CommandStrings: Sendable {
    /// The line below a list of failures; the argument is the number of omitted failures.
    let moreFailures: @Sendable (String) -> SafeText
    let received: @Sendable (_ bytes: String, _ total: String) -> String
    let pixels: @Sendable (_ width: String, _ height: String) -> String
    let more: @Sendable (_ shown: String, _ total: String) -> SafeText

    let noFavourite: @Sendable (String) -> SafeText
    /// The message that a photo is not available in the requested size; the last argument contains
    /// the available sizes.
    let noSuchSize: @Sendable (_ photo: String, _ size: String, _ sizes: [String]) -> SafeText
    let noFolder, notWritable: @Sendable (String) -> SafeText
    let diskFull: SafeText
    /// The message that a region is outside the photo; the second argument is the photo's width and
    /// height.
    let outside: @Sendable (_ photo: String, _ pixels: String) -> SafeText
    /// The message that a picture is too large for its format; the argument is the maximum longer
    /// side.
    let tooLargeForFormat: @Sendable (String) -> SafeText
    /// The message that a region of a tiled photo is too large; the argument is the limit in
    /// megapixels.
    let tooMuchOfTiles: @Sendable (String) -> SafeText
    let busy: @Sendable (String) -> SafeText
    let tooManyOfName: @Sendable (String) -> SafeText
    let unusable: @Sendable (_ photo: String, _ reason: String) -> SafeText
    /// The message that the file given with `--to` already exists.
    package let fileExists: @Sendable (String) -> SafeText
}

/// The sentences about errors in the configuration file.
package struct ConfigurationStrings: Sendable {
    /// The description of an error, without a full stop, as in compiler messages.
    package let fault: @Sendable (SettingsError.Kind) -> String

    /// Returns an error with its position, in the format of compiler messages.
    package func sentence(for fault: SettingsError, in path: String) -> SafeText {
        SafeText(
            "\(path):\(fault.position.line):\(fault.position.column): \(self.fault(fault.kind))")
    }
}

/// The sentences about failures, each with the name of the photo or file.
package struct FailureStrings: Sendable {
    /// The words in place of a name, for a failed photo that has no name.
    let this: String
    /// The quotation of a message from the system or a library; such messages are in English.
    let quotation: @Sendable (String) -> String
    /// The sentence that part of a photo is missing, without the reason.
    let damage: @Sendable (String) -> String
    let reason: @Sendable (Damage) -> String
    let file: @Sendable (_ failure: FileFailure, _ name: String) -> String
    let decoding: @Sendable (_ failure: DecodingFailure, _ name: String) -> String
    let catalog: @Sendable (_ failure: CatalogFailure, _ name: String) -> String
    let fetching: @Sendable (FetchFailure) -> String
    /// The message that a file does not have the requested page; the last argument is the file's
    /// number of pages.
    let noPage: @Sendable (_ file: String, _ page: Int, _ count: Int) -> String
    /// The message that the photo cannot show a position on the sky or on the ground.
    let positionFault: @Sendable (_ fault: PositionFault, _ name: String) -> String
}

/// The diagnosis and the advice of `doctor`.
struct DiagnosisStrings: Sendable {
    /// The sentence about the graphics protocol and the protocol's colours in this terminal.
    let pictures: @Sendable (_ format: String, _ colours: SafeText) -> SafeText
    /// The sentence about the graphics protocol, the protocol's colours and the multiplexer that
    /// passes pictures on.
    let picturesThrough:
        @Sendable (_ format: String, _ multiplexer: String, _ colours: SafeText) -> SafeText
    let unknown, allColours: SafeText
    let colours: @Sendable (Int) -> SafeText

    let allWell, notAsked, noAnswer: SafeText
    let advice: @Sendable (PictureAdvice) -> SafeText
    let noPictures, noSandbox, noDecoder: SafeText
    /// The reason why the terminal was not queried.
    let unasked: @Sendable (ProbeOutcome.ProbeFailure) -> SafeText
    let sandbox: @Sendable (SandboxStatus) -> SafeText
    let multiplexer: MultiplexerAdvice
}

/// Advice about pictures through a multiplexer: tmux or GNU screen.
struct MultiplexerAdvice: Sendable {
    let makeActive, outsideIsPlain, unknownPictures: @Sendable (String) -> SafeText
    /// The advice in place of `unknownPictures` if the terminal stores pictures.
    let keptPictures: @Sendable (String) -> SafeText
    /// The advice in place of `unknownPictures` if pictures are text for the multiplexer.
    let textPictures: @Sendable (String) -> SafeText
    let tmuxIsClosed, tmuxIsSilent, screenIsSilent: SafeText
}

/// The headings in the help for keys, which name the kinds of screens.
package struct KindStrings: Sendable {
    package let viewer, comparison, library, detail: String
}
