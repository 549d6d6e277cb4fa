/// How much longer than usual a test waits, where programs are slow for a known reason.
package enum TimeoutScale {
    /// Eight times as long under a sanitizer: the slowest there took six times as long as without.
    package static let factor: Double = CleanEnvironment.isSanitized ? 8 : 1
}
