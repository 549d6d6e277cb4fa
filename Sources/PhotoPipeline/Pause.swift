/// Port: waits for some seconds; the core reads no clock of its own.
package struct Pause: Sendable {
    private let wait: @Sendable (Double) async -> Void

    /// `wait` returns early where its task is cancelled.
    package init(wait: @escaping @Sendable (Double) async -> Void) { self.wait = wait }

    func callAsFunction(seconds: Double) async { await wait(seconds) }
}
