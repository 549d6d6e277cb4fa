internal import Imaging
internal import Localization
internal import PhotoCatalog
internal import PhotoPipeline

/// One of the screens on the stack.
enum Screen: Sendable {
    case library(LibraryScreen)
    case detail(DetailScreen)
    case viewer(ViewerScreen)
    case comparison(ComparisonScreen)

    /// The photo that keys act on.
    var reference: PhotoReference? {
        comparison?.seen.cursor.photo ?? cursor?.photo ?? library?.selectedReference
    }

    /// Its ID, if it is one of the library's.
    var photo: PhotoID? {
        switch reference {
        case .library(let id), .still(let id, _): id
        case .file, .address, .standardInput, .world, nil: nil
        }
    }

    /// The position among the photos that the screen goes through; `nil` for a list.
    var cursor: ListCursor? {
        detail?.cursor ?? comparison?.current.cursor ?? viewer?.cursor
    }
}

extension Screen {
    /// What kind of screen it is.
    enum Kind: Hashable, Sendable { case library, detail, viewer, comparison }

    var kind: Kind {
        switch self {
        case .library: .library
        case .detail: .detail
        case .viewer: .viewer
        case .comparison: .comparison
        }
    }

    /// The screen, if it is a list; setting `nil` does nothing.
    var library: LibraryScreen? {
        get { if case .library(let library) = self { library } else { nil } }
        set { if let newValue { self = .library(newValue) } }
    }

    /// The screen, if it is a photo's page; setting `nil` does nothing.
    var detail: DetailScreen? {
        get { if case .detail(let detail) = self { detail } else { nil } }
        set { if let newValue { self = .detail(newValue) } }
    }

    /// The screen, if it is a viewer; of a comparison that of the photo that is seen.
    ///
    /// Setting `nil` does nothing.
    var viewer: ViewerScreen? {
        get { if case .viewer(let viewer) = self { viewer } else { comparison?.seen } }
        set {
            guard let newValue else { return }
            if case .comparison = self {
                comparison?.seen = newValue
            } else {
                self = .viewer(newValue)
            }
        }
    }

    /// The screen, if it is a comparison; setting `nil` does nothing.
    var comparison: ComparisonScreen? {
        get { if case .comparison(let comparison) = self { comparison } else { nil } }
        set { if let newValue { self = .comparison(newValue) } }
    }

    /// Cancels what it has under way.
    func tearDown() -> [Effect] {
        switch self {
        case .library(let library): library.lists.map { .library(.abandon($0)) }
        case .viewer(let viewer): [.photo(.abandon(viewer.cursor.photo))]
        case .comparison(let comparison): comparison.tearDown
        case .detail: []
        }
    }

    mutating func start() -> [Effect] {
        library?.start() ?? detail?.start ?? comparison?.start ?? viewer?.start ?? []
    }

    /// Does what a key asks for; `known` are the photos of the list below.
    mutating func perform(_ action: Action, times: Int, known: [Photo]) -> Response {
        switch (kind, action) {
        case (.library, _): Response(library?.perform(action, times: times) ?? [])
        case (.viewer, _): viewer?.perform(action, times: times) ?? Response()
        case (.comparison, _): comparison?.perform(action, times: times) ?? Response()
        case (.detail, _): Response(detail?.perform(action, times: times, known: known) ?? [])
        }
    }

    mutating func resize(to size: ScreenSize) -> [Effect] {
        detail?.resize(to: size)
        return library?.resize(to: size) ?? comparison?.resize(to: size)
            ?? viewer?.resize(to: size) ?? []
    }

    mutating func receive(_ event: PhotoEvent) -> [Effect] {
        comparison?.receive(event) ?? viewer?.receive(event) ?? []
    }

    mutating func grow(to sequence: PhotoSequence, known: [Photo]) -> [Effect] {
        detail?.grow(to: sequence, known: known) ?? comparison?.grow(to: sequence)
            ?? viewer?.grow(to: sequence) ?? []
    }

    /// Receives a part of a list, if it is for this screen.
    mutating func receive(list event: LibraryEvent) -> [Effect] {
        guard case .library(var library) = self else { return [] }
        defer { self = .library(library) }
        guard let (answer, list) = ListEvent.of(event), library.awaits(list) else { return [] }
        return library.receive(answer, of: list)
    }

    /// Receives that a thumbnail cannot be made.
    mutating func receive(_ failure: PictureFailure, ofPreview photo: PhotoReference) {
        library?.receive(failure, ofPreview: photo)
    }

    /// Receives details of a photo, or earlier searches.
    mutating func receive(about event: LibraryEvent) -> [Effect] {
        if case .recalled(let queries) = event { library?.recalled(queries) }
        return detail?.receive(event) ?? []
    }
}

/// What an action leads to: effects, and a notice of what cannot be seen.
struct Response {
    var effects: [Effect]
    let notice: Notice?

    init(_ effects: [Effect] = [], notice: Notice? = nil) {
        self.effects = effects
        self.notice = notice
    }
}

/// The screens, one on the other; the first is left only by quitting.
struct ScreenStack: Sendable {
    /// Maximum depth; beyond it the oldest screens are dropped, except the first.
    private static let limit = 50

    private var screens: [Screen]

    init(_ first: Screen) { screens = [first] }

    var top: Screen {
        get { screens[screens.count - 1] }
        set { screens[screens.count - 1] = newValue }
    }

    var isFirst: Bool { screens.count == 1 }

    /// - Returns: the screens that are dropped for it: a list, and those that go through it.
    mutating func push(_ screen: Screen) -> [Screen] {
        screens.append(screen)
        guard screens.count > Self.limit else { return [] }
        let next = screens[2..<(screens.count - 1)].firstIndex { $0.kind == .library }
        let dropped = screens[1..<(next ?? screens.count - 1)]
        screens.removeSubrange(dropped.indices)
        return Array(dropped)
    }

    mutating func pop() -> Screen { screens.removeLast() }

    /// Changes every screen, the top one last.
    mutating func each(_ change: (inout Screen) -> [Effect]) -> [Effect] {
        var effects: [Effect] = []
        for index in screens.indices { effects += change(&screens[index]) }
        return effects
    }

    /// The topmost list, which the screens above it go through.
    var library: LibraryScreen? {
        get {
            for case .library(let library) in screens.reversed() { return library }
            return nil
        }
        set {
            let place = screens.lastIndex { if case .library = $0 { true } else { false } }
            if let place, let newValue { screens[place] = .library(newValue) }
        }
    }
}
