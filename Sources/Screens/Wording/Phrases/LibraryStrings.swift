internal import TerminalProtocols

/// The sentences of lists and grids.
struct LibraryStrings: Sendable {
    let start: SafeText
    let demo: SafeText
    /// Photos that were named on the command line.
    let named: SafeText
    let favourites: SafeText
    /// Of a search, in its own words.
    let search: @Sendable (String) -> SafeText
    let album: @Sendable (String) -> SafeText
    let seen: @Sendable (String) -> SafeText

    let everything: String
    let sinceYear: @Sendable (Int) -> String
    let untilYear: @Sendable (Int) -> String
    /// Which photo, of how many.
    let position: @Sendable (String, String) -> SafeText

    let loading: SafeText
    let loadingMore: SafeText
    let outOfDate: SafeText
    let limited: SafeText
    let noFavourites: @Sendable (Strings) -> SafeText
    let nothingFound: @Sendable (String, Strings) -> SafeText
    let nothing: SafeText
    /// After a failure that was waved away: the keys that help.
    let nothingLoaded: @Sendable (Strings) -> SafeText
    /// When NASA's library cannot be reached.
    let demoOffer: @Sendable (Strings) -> SafeText

    let listKeys: @Sendable (Strings) -> SafeText
    let gridKeys: @Sendable (Strings) -> SafeText
    /// Whether it is the network or the server that failed.
    let alertTitle: @Sendable (Bool) -> SafeText
    let alertKeys: @Sendable (Strings) -> SafeText
}
