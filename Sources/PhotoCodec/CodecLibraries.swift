internal import CPNG

/// The libraries that decode, as they name themselves; TurboJPEG tells no version.
package enum CodecLibraries {
    package static var pngVersion: String {
        png_get_libpng_ver(nil).map { String(cString: $0) } ?? ""
    }
}
