/// Where the next page is.
package struct PageCursor: Hashable, Sendable {
    let address: PhotoAddress

    /// Whether NASA refuses this page: it lists the first 10,000 results, yet links on past them.
    var isPastTheLimit: Bool {
        let page = number("page", usual: 1)
        let (last, overflow) = page.multipliedReportingOverflow(by: number("page_size", usual: 100))
        return overflow || last > Page.resultLimit
    }

    private func number(_ name: String, usual: Int) -> Int {
        address.parameter(name).flatMap { Int($0) } ?? usual
    }
}
