/// How light becomes the samples of a picture.
enum ToneMappingCurve: Sendable {
    /// A film's curve: shadows a little deeper, highlights rolling off to white.
    case film(exposure: Float)
    /// The light is the samples themselves, 1 for 255: no curve, no grain.
    case exact
}
