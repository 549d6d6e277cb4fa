internal import Imaging
internal import Localization
internal import PhotoPipeline
internal import TerminalProtocols

// The visible region: as a file, as a bookmark, as a link.
extension ViewerScreen {
    /// The request to save the visible region, at the original's size.
    var export: ExportRequest? {
        state.map { state in
            let viewport = state.viewport
            let area = viewport.area.pixels(of: viewport.photo)
            var request = ExportRequest(area, of: viewport.photo, photo, appliedAdjustments)
            request.page = state.playback.page
            return request
        }
    }

    /// Searches the place on the sky or on the ground that the photo was named with.
    func find() -> [Effect] {
        guard let position = cursor.view, position.namedPosition != nil else { return [] }
        return [.photo(.find(photo, position))]
    }

    /// The adjustments of the photo on the screen.
    var appliedAdjustments: ImageAdjustments { state?.adjustments ?? .none }

    /// The visible region, as in a link after its `#`.
    var position: ViewPosition? { state?.position }

    /// The page of the file on the screen, if it is still and not the first.
    var laterPage: ImageSubject? {
        guard let state, state.position.page > 0 else { return nil }
        let page = state.position.page
        let whole = PhotoArea(PixelRect(state.opened.size(ofPage: page)))
        return .region(photo, whole, page: page)
    }

    /// Starts typing a name for the visible region.
    mutating func beginNaming() { naming = LineEditor() }

    /// Handles a key while a name is typed; the view is stored under it, or without a name.
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

    /// Stores a view as soon as the original's size is known, because positions are in its pixels.
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
