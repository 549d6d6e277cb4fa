// Views of another version of the photo, of other photos, and of a rotated or mirrored photo.
extension Viewport {
    /// Returns a view of another photo with this zoom and this relative position.
    package func applied(to other: PixelSize, isProvisional: Bool = false) -> Viewport {
        let centre0 = centre
        var viewport = Viewport(photo: other, screen: screen, isProvisional: isProvisional)
        // The initial view remains the initial view, regardless of rounding.
        guard zoom != .fit || origin != middle else { return viewport }
        let wished = awaited?.extent ?? .zoom(zoom)
        if isProvisional {
            viewport.zoom = zoom
            viewport.awaited = zoom == .fit ? nil : AwaitedZoom(extent: wished)
        } else {
            viewport.zoom = viewport.zoom(of: wished)
        }
        viewport.look(at: (centre0.x * Double(other.width), centre0.y * Double(other.height)))
        return viewport
    }

    /// Returns this view of another version of the photo.
    ///
    /// A pending zoom is applied; otherwise, the photo keeps its size on the screen.
    package func replaced(by other: PixelSize, isProvisional: Bool = false) -> Viewport {
        guard other != photo || isProvisional != self.isProvisional else { return self }
        var viewport = Viewport(photo: other, screen: screen, isProvisional: isProvisional)
        guard zoom != .fit || origin != middle else { return viewport }
        viewport.zoom = viewport.zoom(of: awaited?.extent ?? extent)
        if isProvisional { viewport.awaited = awaited.map { AwaitedZoom(extent: $0.extent) } }
        let focus = awaited?.focus.flatMap { $0.origin == origin ? $0 : nil }
        let point = focus?.point ?? centre
        let spot = focus?.spot ?? RelativePoint(x: 0.5, y: 0.5)
        viewport.look(
            at: (point.x * Double(other.width), point.y * Double(other.height)),
            from: (spot.x * Double(screen.width), spot.y * Double(screen.height)))
        return viewport
    }

    /// The size of the photo on the screen, which is the same for all versions of the photo.
    private var extent: AwaitedZoom.Extent {
        if case .between(let scale) = zoom { return .width(scale * Double(photo.width)) }
        return .zoom(zoom)
    }

    /// Returns the zoom that corresponds to an extent on another version or another photo.
    private func zoom(of extent: AwaitedZoom.Extent) -> Zoom {
        switch extent {
        case .zoom(let zoom): zoom
        case .width(let width): limited(width / Double(photo.width))
        case .stop(let scale): isUseful(stop: scale) ? .between(scale: scale) : .original
        }
    }

    private func limited(_ scale: Double) -> Zoom {
        scale <= minimumScale ? .fit : scale >= maximumScale ? .original : .between(scale: scale)
    }

    /// Returns the view of a compared photo at this position and this size on the screen.
    ///
    /// Either photo may become as large as the larger of the two; photos of equal size are aligned
    /// pixel by pixel. The centre of the compared photo's view differs by `offset` from that of
    /// this view, if the edges allow.
    package func matched(
        to other: PixelSize, isProvisional: Bool = false, offset: RelativePoint
    ) -> Viewport {
        var viewport = Viewport(photo: other, screen: screen, isProvisional: isProvisional)
        viewport.greatestWidth = max(greatestWidth, other.width)
        viewport.zoom = zoom
        if case .between(let scale) = zoom {
            viewport.zoom = .between(scale: scale * Double(photo.width) / Double(other.width))
        }
        if isProvisional, wantsOriginal {
            viewport.awaited = AwaitedZoom(extent: awaited?.extent ?? .zoom(zoom))
        } else if let awaited {
            viewport.zoom = viewport.zoom(of: awaited.extent)
        }
        let centre0 = centre
        viewport.look(
            at: (
                (centre0.x + offset.x) * Double(other.width),
                (centre0.y + offset.y) * Double(other.height)
            ))
        return viewport
    }

    /// Allows the photo to become `width` pixels wide, or as wide as the original if that is wider.
    ///
    /// The view changes only if the photo exceeds this limit.
    package mutating func enlarge(upToWidth width: Int) {
        let (middle, seen) = (photoPoint(at: centreOfScreen), scale)
        greatestWidth = max(photo.width, width)
        switch zoom {
        case .original where awaited?.extent == .zoom(.original): break
        case .fit, .whole: break
        case .original, .between:
            zoom = seen >= maximumScale ? .original : .between(scale: seen)
        }
        look(at: middle)
    }

    /// The view after the photo has been rotated by a quarter turn to the right.
    package var turnedClockwise: Viewport {
        let centre = photoPoint(at: centreOfScreen)
        return viewing(
            photo.transposed, at: (Double(photo.height) - centre.y, centre.x))
    }

    /// The view after the photo has been mirrored horizontally.
    package var mirroredAcross: Viewport {
        let centre = photoPoint(at: centreOfScreen)
        return viewing(photo, at: (Double(photo.width) - centre.x, centre.y))
    }

    /// Returns a view of the rotated or mirrored photo with this zoom and with `point` in its
    /// centre.
    private func viewing(_ other: PixelSize, at point: (x: Double, y: Double)) -> Viewport {
        var viewport = Viewport(photo: other, screen: screen, isProvisional: isProvisional)
        // The initial view remains the initial view, regardless of rounding.
        guard zoom != .fit || origin != middle else { return viewport }
        viewport.zoom = zoom
        viewport.awaited = awaited.map { awaited in
            guard case .width(let width) = awaited.extent else {
                return AwaitedZoom(extent: awaited.extent)
            }
            return AwaitedZoom(
                extent: .width(width / Double(photo.width) * Double(other.width)))
        }
        viewport.look(at: point)
        return viewport
    }
}

/// A zoom requested before the original's size was known.
struct AwaitedZoom: Hashable {
    enum Extent: Hashable {
        /// A zoom relative to the original's size.
        case zoom(Zoom)
        /// A width of the photo in screen pixels.
        case width(Double)
        /// A scale that applies if it is useful (see `isUseful`); otherwise, the original size
        /// applies.
        case stop(scale: Double)
    }

    /// A point of the photo and its position on the screen, in widths and heights of each.
    struct Focus: Hashable {
        let point: RelativePoint
        let spot: RelativePoint
        /// The view's origin at the time of the request; the focus is ignored if the origin has
        /// changed.
        var origin: PixelPoint
    }

    let extent: Extent
    /// The point that keeps its position on the screen; `nil` for the screen's centre.
    var focus: Focus?
}
