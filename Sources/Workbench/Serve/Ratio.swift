internal import ArgumentParser

/// So many of every so many, as `1/5`: the first ones of each round.
package struct Ratio: ExpressibleByArgument, Sendable {
    private let some: Int
    private let every: Int

    package static let none = Ratio(some: 0, every: 1)

    private init(some: Int, every: Int) {
        self.some = some
        self.every = every
    }

    package init?(argument: String) {
        let numbers = argument.split(separator: "/").compactMap { Int($0) }
        guard numbers.count == 2, numbers[1] > 0, (0...numbers[1]).contains(numbers[0]) else {
            return nil
        }
        self.init(some: numbers[0], every: numbers[1])
    }

    package func contains(_ index: Int) -> Bool { index % every < some }
}
