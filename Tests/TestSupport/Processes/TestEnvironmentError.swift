/// Why a test could not get what it needs of the machine.
package enum TestEnvironmentError: Error, CustomStringConvertible {
    /// A system call failed; `number` is its `errno`.
    case call(String, number: Int32)
    case notBuilt(String)
    case outOfTime(String)

    package var description: String {
        switch self {
        case .call(let name, let number): "\(name) failed with errno \(number)"
        case .notBuilt(let name): "\(name) is not built beside the tests"
        case .outOfTime(let wish): "out of time: \(wish)"
        }
    }
}
