internal import TerminalProtocols

/// All that a photo's page shows.
struct DetailPage: Sendable {
    let shape: DetailShape
    let title: SafeText
    let lines: [DetailLine]
    let firstLine: Int
    let focus: DetailLink?
    let place: ListPosition
    let picture: PagePicture.Source?
}
