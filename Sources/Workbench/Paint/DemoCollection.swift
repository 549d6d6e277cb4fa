internal import PhotoCodec

/// The built-in collection of `nasa-view --demo`: its pictures, and an index in the API's shape.
struct DemoCollection {
    let folder: String

    /// Paints every picture, then writes `collection.json` beside them.
    func paint(telling: Bool) async throws {
        var items: [DemoIndex.Item] = []
        for picture in DemoPicture.all {
            let run = PaintingRun(picture.order(in: folder), telling: telling)
            items.append(DemoIndex.Item(picture, byteCount: try await run.run()))
        }
        var file = try OutputFile(creating: folder + "/collection.json")
        try file.write(DemoIndex(items: items).bytes())
        try file.finish()
    }
}
