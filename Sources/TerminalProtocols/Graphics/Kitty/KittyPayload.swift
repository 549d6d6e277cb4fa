/// A picture laid out for kitty's store, complete but for the number it is stored under.
///
/// Made off the event loop, which only puts the number in: base64 of a megapixel takes milliseconds.
package struct KittyPayload: Hashable, Sendable {
    /// The keys of the first command, such as `a=t,t=d,f=100`.
    let keys: String
    /// What follows the number: `,q=1,m=0;` and so on, to the end of the last command.
    let rest: [UInt8]
    /// Where the terminal is to find the samples; nil where they are in the bytes.
    package let share: KittyShare?

    package var byteCount: Int { keys.utf8.count + rest.count }
}
