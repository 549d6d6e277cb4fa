import Foundation

/// Whether tests of a product of cases try all of it, or each value once and the pairs that are hard.
///
/// `make test-all` and CI ask for all.
enum FullMatrix {
    static let isAsked = ProcessInfo.processInfo.environment["NASA_VIEW_FULL_MATRIX"] != nil

    static func all<Cases: Collection>(_ all: Cases, else few: Cases) -> Cases {
        isAsked ? all : few
    }
}
