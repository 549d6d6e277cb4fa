/// All that decides how a program starts.
package struct ProgramStart: Sendable {
    package var path: String
    package var arguments: [String]
    /// The whole environment: nothing is inherited.
    package var environment: [String: String]
    package var input: StandardStream
    package var output: StandardStream
    package var errors: StandardStream

    package init(
        _ path: String, _ arguments: [String] = [],
        environment: [String: String] = CleanEnvironment.variables
    ) {
        self.path = path
        self.arguments = arguments
        self.environment = environment
        input = .terminal
        output = .terminal
        errors = .terminal
    }
}
