/// All that a photo's page shows.
struct DetailPage: Sendable {
    let shape: DetailShape
    let lines: [DetailLine]
    let firstLine: Int
    let focus: DetailLink?
    let place: PhotoPlace
    let picture: PagePicture.Source?
}
