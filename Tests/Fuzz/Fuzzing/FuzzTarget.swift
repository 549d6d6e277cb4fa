/// An entry point of the program for untrusted bytes.
package protocol FuzzTarget {
    /// The name for `make fuzz TARGET=…`, and of the folder of its seeds.
    static var name: String { get }

    /// Feeds bytes to the entry point; throws if a promise about the result is broken.
    ///
    /// The caller detects a crash, a leak or a hang.
    static func take(_ bytes: [UInt8]) throws
}
