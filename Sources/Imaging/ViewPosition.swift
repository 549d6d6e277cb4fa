/// An area of a photo in photo pixels; its edges may lie within pixels.
package struct PhotoArea: Hashable, Sendable {
    package let x: Double
    package let y: Double
    package let width: Double
    package let height: Double

    /// Creates an area from its top left corner and its size.
    ///
    /// - Precondition: `width` and `height` are positive.
    package init(x: Double, y: Double, width: Double, height: Double) {
        precondition(width > 0 && height > 0, "an area has pixels")
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Creates the area of whole pixels.
    ///
    /// - Precondition: the rectangle is not empty.
    package init(_ pixels: PixelRect) {
        self.init(
            x: Double(pixels.minX), y: Double(pixels.minY), width: Double(pixels.size.width),
            height: Double(pixels.size.height))
    }

    /// Returns the photo's pixels that lie completely or partially in this area; at least one
    /// pixel.
    package func pixels(of photo: PixelSize) -> PixelRect {
        let (left, right) = Self.span(x, width, of: photo.width)
        let (top, bottom) = Self.span(y, height, of: photo.height)
        return PixelRect(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// Returns the first pixel along an axis and the pixel after the last one.
    ///
    /// A thousandth of a pixel at either end is ignored as a rounding error.
    private static func span(_ start: Double, _ length: Double, of side: Int) -> (Int, Int) {
        let bounds = 0...Double(max(0, side))
        let first = min(Int((start + 0.001).rounded(.down).clamped(to: bounds)), max(0, side - 1))
        let last = Int((start + length - 0.001).rounded(.up).clamped(to: bounds))
        return (first, max(first + 1, last))
    }
}

/// A position in a photo, in the form of the fragment of a link after `#`.
package struct ViewPosition: Hashable, Sendable {
    /// The region or the point of a picture that the view shows.
    package enum Spot: Hashable, Sendable {
        /// The initial view, for a link that names only a page.
        case whole
        /// `xywh=X,Y,WIDTH,HEIGHT`: the region to show, as in W3C's Media Fragments.
        ///
        /// In contrast to Media Fragments, numbers may have decimals, because a view rarely covers
        /// whole pixels.
        case area(PhotoArea)
        /// `X,Y` or `X,Y,ZOOM`: the centre of the view and the zoom in per cent, which is 100 by
        /// default.
        case centre(x: Double, y: Double, percent: Double)
        /// `radec=…` or `latlon=…`: the sky or ground position in the centre of the view.
        ///
        /// The view can be shown only after a search for the pixel at this position.
        case named(NamedPosition)
    }

    package private(set) var spot: Spot
    /// The number of the file's page, from 0.
    ///
    /// In a link, `page=` precedes the position and counts from 1, as in links to pages of a PDF.
    package var page = 0
    /// The bands to show as red, green and blue, in a link `bands=4,3,2` before the position; `nil`
    /// for the default.
    package var bands: BandChoice?

    package static func area(_ area: PhotoArea) -> ViewPosition { ViewPosition(spot: .area(area)) }

    package static func centre(x: Double, y: Double, percent: Double) -> ViewPosition {
        ViewPosition(spot: .centre(x: x, y: y, percent: percent))
    }

    package static func named(_ position: NamedPosition) -> ViewPosition {
        ViewPosition(spot: .named(position))
    }

    /// The position in the sky or on the ground; `nil` if the position is in pixels.
    package var namedPosition: NamedPosition? {
        if case .named(let named) = spot { named } else { nil }
    }

    /// Returns the view of a pixel at the original size, on the page of this position.
    package func found(at point: PixelPoint) -> ViewPosition {
        var found = Self.centre(x: Double(point.x) + 0.5, y: Double(point.y) + 0.5, percent: 100)
        (found.page, found.bands) = (page, bands)
        return found
    }

    private init(spot: Spot) { self.spot = spot }

    /// The maximum coordinate, in pixels, which exceeds the side of any photo.
    private static let longestSide = Double(1 << 24)
    /// The valid zooms in per cent, which exceed the limits of a viewport's zoom.
    private static let percents = 0.001...100_000
    private static let areaMark = "xywh="
    private static let pageMark = "page="
    private static let bandsMark = "bands="
    /// The valid page numbers; no file has more pages.
    private static let pages = 1...(1 << 20)
    /// The maximum length of a number in bytes: nine digits, a decimal point and nine decimals.
    private static let numberLimit = 19

    /// Parses the text of a position; `nil` if the text is not valid.
    package init?(_ text: some StringProtocol) {
        guard let position = try? ViewPosition(parsing: text) else { return nil }
        self = position
    }

    /// Parses a position.
    package init(parsing text: some StringProtocol) throws(PositionTextFault) {
        self.init(spot: .whole)
        var words = text.split(separator: "&", maxSplits: 3, omittingEmptySubsequences: false)[...]
        if let word = words.first, word.hasPrefix(Self.pageMark) {
            guard let page = Self.number(word.dropFirst(Self.pageMark.count)),
                let number = Int(exactly: page), Self.pages.contains(number)
            else { throw .words(.page) }
            self.page = number - 1
            words = words.dropFirst()
        }
        if let word = words.first, word.hasPrefix(Self.bandsMark) {
            guard let bands = BandChoice(word.dropFirst(Self.bandsMark.count)) else {
                throw .words(.bands)
            }
            self.bands = bands
            words = words.dropFirst()
        }
        guard let word = words.first else { return }
        guard !NamedPosition.isMeant(by: word) else {
            spot = .named(try NamedPosition(word))
            guard words.count == 1 else { throw .words(.region) }
            return
        }
        guard words.count == 1, let spot = Self.spot(word) else { throw .words(.region) }
        self.spot = spot
    }

    private static func spot(_ text: some StringProtocol) -> Spot? {
        let isArea = text.hasPrefix(areaMark)
        let numbers = text.dropFirst(isArea ? areaMark.count : 0)
            .split(separator: ",", maxSplits: 4, omittingEmptySubsequences: false)
            .map { number($0) }
        let known = numbers.compactMap(\.self)
        guard known.count == numbers.count else { return nil }
        switch (isArea, known.count) {
        case (true, 4) where known[2] > 0 && known[3] > 0:
            return .area(PhotoArea(x: known[0], y: known[1], width: known[2], height: known[3]))
        case (false, 2): return .centre(x: known[0], y: known[1], percent: 100)
        case (false, 3) where percents.contains(known[2]):
            return .centre(x: known[0], y: known[1], percent: known[2])
        default: return nil
        }
    }

    /// Returns true if a text looks like a position, valid or not.
    package static func isMeant(by text: some StringProtocol) -> Bool {
        let hasMark = [areaMark, pageMark, bandsMark].contains { text.hasPrefix($0) }
        guard !hasMark, !NamedPosition.isMeant(by: text) else { return true }
        return text.contains(",") && text.utf8.allSatisfy { "0123456789.,+-".utf8.contains($0) }
    }

    /// Creates the position of a view.
    ///
    /// The numbers have as few decimals as possible to reproduce the view on a screen of equal
    /// size.
    package init(_ viewport: Viewport) {
        let places = (0...Self.mostDecimals).lazy.map { decimals in
            Self.area(viewport.area.rounded(to: decimals))
        }
        let exact = places.first { viewport.going(to: $0).window == viewport.window }
        self = exact ?? .area(viewport.area)
    }

    package var text: String {
        let words = [
            page > 0 || (spot == .whole && bands == nil) ? Self.pageMark + "\(page + 1)" : "",
            bands.map { Self.bandsMark + $0.text } ?? "", textOfSpot,
        ]
        return words.filter { !$0.isEmpty }.joined(separator: "&")
    }

    private var textOfSpot: String {
        switch spot {
        case .whole: ""
        case .area(let area):
            Self.areaMark
                + [area.x, area.y, area.width, area.height].map(Self.text(of:))
                .joined(separator: ",")
        case .named(let named): named.text
        case .centre(let x, let y, let percent):
            ([x, y] + (percent == 100 ? [] : [percent])).map(Self.text(of:))
                .joined(separator: ",")
        }
    }

    fileprivate static let mostDecimals = 9
    fileprivate static let powersOfTen = (0...mostDecimals).map { exponent in
        (0..<exponent).reduce(1.0) { power, _ in power * 10 }
    }

    /// Parses digits with at most one decimal point, without a sign or an exponent.
    private static func number(_ text: some StringProtocol) -> Double? {
        let bytes = Array(text.utf8)
        let points = bytes.count { $0 == UInt8(ascii: ".") }
        guard (1...numberLimit).contains(bytes.count), points <= 1,
            bytes.first != UInt8(ascii: "."), bytes.last != UInt8(ascii: "."),
            bytes.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }),
            let value = Double(text), value <= longestSide
        else { return nil }
        return value
    }

    /// Returns a number as text, without an exponent and without trailing zeros.
    private static func text(of number: Double) -> String {
        let scaled = Int((number * powersOfTen[mostDecimals]).rounded())
        let unit = Int(powersOfTen[mostDecimals])
        let whole = String(scaled / unit)
        var decimals = String(scaled % unit + unit).dropFirst()
        while decimals.last == "0" { decimals.removeLast() }
        return decimals.isEmpty ? whole : whole + "." + decimals
    }
}

extension Viewport {
    /// Moves the view to a position, as near as the photo's edges and the limits of the zoom allow.
    ///
    /// The view stays unchanged for a whole or a named position.
    package mutating func go(to position: ViewPosition) {
        switch position.spot {
        // The pixel of a named position must be found first.
        case .whole, .named: break
        case .area(let area): look(at: area)
        case .centre(let x, let y, let percent): look(at: x, y, scale: percent / 100)
        }
    }

    fileprivate func going(to position: ViewPosition) -> Viewport {
        var viewport = Viewport(photo: photo, screen: screen)
        viewport.go(to: position)
        return viewport
    }
}

extension PhotoArea {
    /// Returns this area rounded to a number of decimals; its sides stay greater than 0.
    fileprivate func rounded(to decimals: Int) -> PhotoArea {
        let power = ViewPosition.powersOfTen[decimals]
        let round = { (number: Double) in (number * power).rounded() / power }
        return PhotoArea(
            x: round(x), y: round(y), width: max(1 / power, round(width)),
            height: max(1 / power, round(height)))
    }
}

extension Double {
    fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
