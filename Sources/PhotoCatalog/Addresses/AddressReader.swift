/// Reads the addresses of a reply, and remembers why the first refused one was refused.
struct AddressReader {
    let site: LibrarySite
    private(set) var refusal: AddressRefusal?

    init(site: LibrarySite) { self.site = site }

    mutating func read(_ text: String) -> PhotoAddress? {
        do {
            return try site.address(text)
        } catch {
            refusal = refusal ?? error
            return nil
        }
    }
}
