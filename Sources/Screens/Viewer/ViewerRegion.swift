internal import Imaging
internal import Localization
internal import PhotoPipeline
internal import TerminalProtocols

// The visible region as a file, a bookmark and a link.
extension ViewerScreen {
    /// The request to save the visible region at the original's size; `nil` while no photo is
    /// shown.
    var export: ExportRequest? {
        state.map { state in
            let viewport = state.viewport
            let area = viewport.area.pixels(of: viewport.photo)
            var request = ExportRequest(area, of: viewport.photo, photo, appliedAdjustments)
            request.page = state.playback.page
            return request
        }
    }

    /// Finds the pixel at the position on the sky or on the ground that the photo's argument names.
    func find() -> [Effect] {
        guard let position = cursor.view, position.namedPosition != nil else { return [] }
        return [.photo(.find(photo, position))]
    }

    /// The adjustments of the photo on the screen.
    var appliedAdjustments: ImageAdjustments { state?.adjustments ?? .none }

    /// The visible region, as written after the `#` of a link; `nil` while no photo is shown.
    var position: ViewPosition? { state?.position }

    /// The visible page of the file; `nil` for the first page and for a running animation.
    var laterPage: ImageSubject? {
        guard let state, state.position.page > 0 else { return nil }
        let page = state.position.page
        let whole = PhotoArea(PixelRect(state.opened.size(ofPage: page)))
        return .region(photo, whole, page: page)
    }

    /// Starts the input of a name for the visible region.
    mutating func beginNaming() { naming = LineEditor() }

    /// Handles a key while a name is typed; Enter stores the view under this name, even if the name
    /// is empty.
    mutating func type(_ key: KeyPress) -> [Effect]? {
        switch EditingKeys.action(for: key) {
        case .confirm:
            let name = naming?.text ?? ""
            naming = nil
            unkept = name
            return sharpen() + keepUnkept()
        case .cancel: naming = nil
        case let action?: naming?.edit(action)
        case nil:
            if case .character(let character) = key.key, key.modifiers.isSubset(of: .shift) {
                naming?.insert(String(character))
            }
        }
        return []
    }

    /// Stores a named view once the original's size is known; positions are in the original's
    /// pixels.
    mutating func keepUnkept() -> [Effect] {
        guard let name = unkept, hasKnownSize, let position else { return [] }
        unkept = nil
        return [.archive(.keepPlace(photo, view: position.text, name: name))]
    }

    /// True if the original's size is known.
    var hasKnownSize: Bool { state.map { !$0.viewport.isProvisional } ?? false }

    mutating func paste(_ text: String) -> [Effect] {
        naming?.insert(text)
        return []
    }
}
