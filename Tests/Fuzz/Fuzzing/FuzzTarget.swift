/// One door of the program through which bytes come that nobody vouches for.
package protocol FuzzTarget {
    /// What it is called by `make fuzz TARGET=…`; its seeds lie in the folder of that name.
    static var name: String { get }

    /// Pushes bytes through the door; throws where a promise about what comes out is broken.
    ///
    /// A crash, a leak or a hang is found by who calls.
    static func take(_ bytes: [UInt8]) throws
}
