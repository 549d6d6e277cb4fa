/// Who made a photo, as far as the library says.
package struct Credits: Hashable, Sendable {
    package let photographer: String?
    package let secondaryCreator: String?
    package let center: String?

    /// The photographer, else the secondary creator, else the centre: 14 % of items have only that.
    package var line: String? { photographer ?? secondaryCreator ?? center }
}
