/// Port: where what was learned about a photo's bits is kept from one visit to the next.
///
/// It may forget anything at any time. What it gives is checked, so it need not be trusted.
package struct IndexStore: Sendable {
    package let load: @Sendable (_ key: String) -> [UInt8]?
    package let store: @Sendable (_ bytes: [UInt8], _ key: String) -> Void

    package init(
        load: @escaping @Sendable (_ key: String) -> [UInt8]?,
        store: @escaping @Sendable (_ bytes: [UInt8], _ key: String) -> Void
    ) {
        self.load = load
        self.store = store
    }
}
