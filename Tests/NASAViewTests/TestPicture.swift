import Imaging
import TestSupport

/// A raster and the file that holds it, written once for all tests that show it.
struct TestPicture: Sendable {
    let raster: Raster
    let name: String
    private let file: ScratchFile?

    init(_ raster: Raster, _ name: String) {
        self.raster = raster
        self.name = name
        file = try? ScratchFile(PlainPNG.bytes(of: raster), name: name)
    }

    func path() throws -> String {
        guard let file else { throw TestEnvironmentError.notBuilt(name) }
        return file.path
    }
}
