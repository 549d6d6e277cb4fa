internal import CLCMS
internal import CPNG

/// The libraries that decode, as they name themselves; TurboJPEG tells no version.
package enum CodecLibraries {
    package static var pngVersion: String {
        png_get_libpng_ver(nil).map { String(cString: $0) } ?? ""
    }

    /// From a number such as 2140.
    package static var colourVersion: String {
        let number = cmsGetEncodedCMMversion()
        return "\(number / 1000).\(number % 1000 / 10)"
    }
}
