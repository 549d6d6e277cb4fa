internal import Localization
internal import PhotoCatalog
internal import PhotoPipeline
internal import SystemPackage
internal import TerminalProtocols

// The actions of keys on the current photo: copying, saving, exporting, storing a view.
extension ScreenCoordinator {
    mutating func perform(_ action: PhotoAction, times: Int) -> [Effect] {
        switch action {
        case .favourite:
            stack.top.reference?.id.map { [.archive(.toggleFavourite($0))] }
                ?? refuse(.onlyOfTheLibrary)
        case .save: marks.isEmpty ? save() : saveMarks()
        case .copyID: marks.isEmpty ? copyName() : copyNamesOfMarks()
        case .copyAddress: marks.isEmpty ? copyAddress() : copyAddressesOfMarks()
        case .browse: webPage.map { [.archive(.browse($0))] } ?? refuse(.noPage)
        // The viewer exports the visible region, even if photos are marked.
        case .export: marks.isEmpty || stack.top.viewer != nil ? export() : exportMarks()
        case .keepPlace: nameView()
        case .copyLink: copyLink()
        case .mark: mark(times)
        case .unmarkAll: unmarkAll()
        case .trash: askToTrash()
        case .restore: restore()
        case .turnFile: askToTurn()
        }
    }

    /// The address of the web page about the current photo; `nil` if there is none.
    private var webPage: String? {
        guard let photo = stack.top.reference else { return nil }
        guard photo.id != nil, shownLibrary != .demo else { return webPage(of: photo) }
        return selected?.pageAddress ?? webPage(of: photo)
    }

    /// Returns the address of the web page about a photo; `nil` if the photo's name or ID implies
    /// none, or if the photo belongs to the built-in collection.
    func webPage(of photo: PhotoReference) -> String? {
        if case .address(let address) = photo { return address }
        return shownLibrary == .demo ? nil : photo.id?.pageAddress
    }

    /// Copies a name that opens the photo from any folder: an ID, an absolute path or an address.
    mutating func copyName() -> [Effect] {
        switch stack.top.reference {
        case .file(let path): return copy(absolute(path))
        case let other:
            return (other?.id?.text ?? other?.name).map { copy($0) } ?? refuse(.noName)
        }
    }

    /// A name that opens the photo from any folder; `nil` if the photo has no such name in UTF-8.
    private var absoluteName: String? {
        guard case .file(let path) = stack.top.reference else { return stack.top.reference?.name }
        let absolute = absolute(path)
        return FilePath(absolute.string) == absolute ? absolute.string : nil
    }

    func absolute(_ path: FilePath) -> FilePath {
        if path.isAbsolute || workingFolder.isEmpty { return path }
        guard FilePath(path.string) == path else { return FilePath(workingFolder).pushing(path) }
        return FilePath(AbsolutePath.text(of: path.string, in: workingFolder))
    }

    /// Copies a file's name, as bytes if the name is not valid UTF-8; the notice then shows
    /// replacement characters.
    private mutating func copy(_ path: FilePath) -> [Effect] {
        guard FilePath(path.string) != path else { return copy(path.string) }
        return [.copyName(path)] + show(.copied(SafeText(path.string)))
    }

    /// Copies a text without its line feeds, at which a shell would execute the text.
    mutating func copy(_ text: String) -> [Effect] {
        let text = SafeText(text)
        return [.copy(text.string)] + show(.copied(text))
    }

    /// Copies the command that opens the visible region, or the photo while its size is unknown.
    mutating func copyLink() -> [Effect] {
        guard let position = stack.top.viewer?.position else { return refuse(.onlyInTheViewer) }
        guard let name = absoluteName else { return refuse(.noName) }
        // Positions are in pixels of the original, whose size may still be unknown.
        let isPlace = stack.top.viewer?.hasKnownSize == true
        return copy(PhotoArgument(photo: name, position: isPlace ? position : nil).command)
    }

    mutating func nameView() -> [Effect] {
        guard stack.top.viewer?.position != nil else { return refuse(.onlyInTheViewer) }
        guard stack.top.reference?.name != nil else { return refuse(.noName) }
        stack.top.viewer?.beginNaming()
        return []
    }

    mutating func export() -> [Effect] {
        guard let request = stack.top.viewer?.export else { return refuse(.onlyInTheViewer) }
        return [.archive(.export(request))] + show(.exporting(percent: 0))
    }

    /// Copies the address of a photo's web page, or of the media file of a recording.
    mutating func copyAddress() -> [Effect] {
        if let photo = stack.top.reference?.id, isRecording, webPage != nil {
            return [.library(.locateRecording(photo))]
        }
        return webPage.map { copy($0) } ?? refuse(.noPage)
    }

    /// True if the current item is a video or audio recording.
    private var isRecording: Bool {
        stack.top.viewer?.showsVideo == true || selected.map { !$0.medium.mayBeAPhoto } ?? false
    }

    /// The catalog's entry for the current item; `nil` if unknown.
    private var selected: Photo? {
        stack.top.entry ?? stack.top.viewer.flatMap { known(at: $0.cursor) }
    }

    mutating func save() -> [Effect] {
        if case .file = stack.top.reference { return refuse(.alreadyAFile) }
        guard let photo = stack.top.reference?.id else { return refuse(.onlyOfTheLibrary) }
        return [.archive(.save(photo))] + show(.savingBegins)
    }
}

/// The conversion of a relative path, as typed, to an absolute one.
enum AbsolutePath {
    /// Returns the absolute path of `path` in `folder`, without `.` components; `..` stays, because
    /// the component before it may be a symbolic link.
    static func text(of path: String, in folder: String) -> String {
        let parts = path.split(separator: "/").filter { $0 != "." }
        return
            ([folder.hasSuffix("/") ? String(folder.dropLast()) : folder] + parts.map(String.init))
            .joined(separator: "/")
    }
}

/// The progress of all originals that are being saved.
struct SaveProgress: Sendable {
    /// The maximum number of bytes counted for a file.
    ///
    /// The limit is a petabyte, so the sum over thousands of files does not overflow.
    private static let limitBytes = 1 << 50

    private var steps: [PhotoID: FetchProgress] = [:]

    mutating func receive(_ notice: Notice) {
        switch notice {
        case .saving(let id, let step, _): steps[id] = step
        case .saved(let id, _), .notSaved(let id, _), .notFound(let id, _): steps[id] = nil
        default: break
        }
    }

    /// The progress of all downloads together; `nil` if no original is being saved.
    var progress: TaskProgress? {
        guard !steps.isEmpty else { return nil }
        var (done, total) = (0, Int?.some(0))
        for case .receiving(let bytes, let expected) in steps.values {
            done += min(bytes, Self.limitBytes)
            total = total.flatMap { sum in expected.map { sum + min($0, Self.limitBytes) } }
        }
        return TaskProgress(done, of: total)
    }
}
