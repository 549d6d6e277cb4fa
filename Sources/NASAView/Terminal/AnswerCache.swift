internal import Bounds
internal import Files
internal import FoundationEssentials
internal import Imaging
internal import TerminalDevice
internal import TerminalProtocols

/// A cache of terminals' replies for ten minutes, so that a loop over files queries the terminal
/// once.
///
/// The cached bytes are parsed again like those of a terminal. A terminal in a multiplexer, or in a
/// session of dtach, is queried each time, because another one may have been attached. A program in
/// a container also queries it each time, because the terminal does not read that program's shared
/// pictures.
struct AnswerCache {
    /// The time for which a terminal is not queried again.
    static let fresh = Duration.seconds(600)
    /// The time for which cached replies are used if the terminal cannot be queried.
    static let lifetime = Duration.seconds(86_400)
    /// The maximum number of bytes of cached replies; the replies to the longest probe take 1 kB.
    private static let limitBytes = 16_384

    /// The programs whose sessions can be attached to another terminal, by the names of their
    /// processes; not all of them set a variable.
    private static let detachingPrograms: Set = [
        "abduco", "dtach", "screen", "shpool", "tmux: server",
    ]

    private let folder: SecureDirectory
    private let name: String
    private let terminal: String

    /// Creates the cache of a terminal; `nil` if nothing can be cached.
    init?(of terminal: TTY, _ environment: TerminalEnvironment, in folder: String?) {
        guard let folder, environment.multiplexer == nil,
            !Self.detachingPrograms.contains(terminal.sessionStarter ?? ""),
            let folder = try? SecureDirectory(path: folder + "/terminals-1", ownNames: 2)
        else { return nil }
        self.folder = folder
        name = terminal.identity
        let (window, term) = (terminal.window, environment.term + " " + environment.program)
        let line =
            "\(term) \(window.cells.columns)x\(window.cells.rows)"
            + (window.pixels.map { " \($0.width)x\($0.height)" } ?? "")
            + " " + StaleSharedMemory.folders
        self.terminal = SafeText(line).string
    }

    /// Returns the bytes of the reply to each query; `nil` if the cache contains no recent replies
    /// from this terminal.
    func answers(within age: Duration) -> [[UInt8]]? {
        guard let file = folder.file(name), Self.isWithin(age, file),
            let bytes = try? folder.open(name)?.readToEnd(atMost: Self.limitBytes)
        else { return nil }
        let lines = String(decoding: bytes, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false)
        guard lines.first.map(String.init) == terminal else { return nil }
        return lines.dropFirst().map { line in
            line.split(separator: " ").compactMap { (0...255).number(in: $0).map(UInt8.init) }
        }
    }

    /// Stores replies; on failure, the terminal is queried again the next time.
    func keep(_ answers: [[UInt8]]) {
        removeOld()
        let lines = answers.map { $0.map { "\($0)" }.joined(separator: " ") }
        let text = ([terminal] + lines).joined(separator: "\n")
        guard text.utf8.count <= Self.limitBytes else { return }
        try? folder.write(OpenFile(held: Array(text.utf8)), as: name)
    }

    private func removeOld() {
        for file in folder.names().compactMap(folder.file) where !Self.isWithin(Self.lifetime, file)
        {
            folder.remove(file.name)
        }
    }

    private static func isWithin(_ limit: Duration, _ file: FolderFile) -> Bool {
        let now = Int64(Date.now.timeIntervalSince1970)
        let age = now - file.lastWritten / 1_000_000_000
        return (0...limit.components.seconds).contains(age)
    }
}
