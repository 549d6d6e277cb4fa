/// What a JPEG's components mean: libjpeg's rules, from its markers and the components' numbers.
enum JPEGColours: Sendable {
    case gray, red, luma
    /// Four inks; the first three perhaps as luma and two differences.
    case inks, lumaInks

    init(componentIdentifiers numbers: [Int], hasJFIF: Bool, adobeTransform: Int?) {
        switch (numbers.count, adobeTransform) {
        case (1, _): self = .gray
        case (4, .some(let transform)): self = transform == 0 ? .inks : .lumaInks
        case (4, .none): self = .inks
        case _ where hasJFIF: self = .luma
        case (_, .some(let transform)): self = transform == 0 ? .red : .luma
        // R, G and B in ASCII.
        default: self = numbers == [0x52, 0x47, 0x42] ? .red : .luma
        }
    }
}
