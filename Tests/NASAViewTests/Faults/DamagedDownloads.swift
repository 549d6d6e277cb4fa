import Imaging
import TestSupport
import Testing

extension WholeProgram {
    /// What is fetched and found to be damaged is not believed another time.
    @Suite struct DamagedDownloads {
        private static let picture = TestPictures.gradient(PixelSize(width: 96, height: 64))

        @Test(
            "P1: a damaged photo is shown, called damaged, and fetched anew the next time",
            arguments: [(lost: 6000, fetches: 2), (lost: 0, fetches: 1)])
        func isNotKept(lost: Int, fetches: Int) throws {
            var item = LibraryItem(id: "ROW-P", sizes: [("orig", Self.picture)])
            item.lostBytes = lost
            let library = try TestLibrary([item])
            let place = CleanEnvironment.ownPlace()
            for _ in 1...2 {
                var start = ProgramStart(
                    try BuiltProgram.viewer.path(),
                    ["--print", "ROW-P", "--size", "40x20", "--api", library.address])
                start.environment.merge(place) { _, own in own }
                let run = try ProgramRun(start)
                #expect(run.status == .code(0), "\(run.errors)")
                #expect(!run.output.isEmpty)
                #expect(run.errors.contains("damaged") == (lost > 0))
            }
            let files = library.requests.filter { $0.contains("~orig") }
            #expect(files.count == fetches, "\(files)")
        }
    }
}
