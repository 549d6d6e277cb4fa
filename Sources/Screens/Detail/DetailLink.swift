/// What a word on a photo's page leads to.
enum DetailLink: Hashable, Sendable {
    case album(String)
    case keyword(String)
}
