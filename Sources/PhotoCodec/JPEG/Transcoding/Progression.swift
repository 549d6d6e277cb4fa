/// How many low bits of each coefficient are still missing, as scans bring them.
///
/// Stricter than libjpeg, which goes on with a warning: what does not follow the standard is left to
/// libjpeg; and what never becomes complete, as long as that is small, for what libjpeg makes up.
struct Progression {
    /// By component and coefficient; nil before a scan brings anything of it.
    private var missing: [[Int?]]

    init(components: Int) {
        missing = Array(repeating: Array(repeating: nil, count: 64), count: components)
    }

    /// Takes note of a scan; false where it cannot follow those before it.
    mutating func take(_ scan: ScanList.Scan) -> Bool {
        for component in scan.components {
            for coefficient in scan.first...scan.last {
                let due = scan.isRefinement ? scan.shift + 1 : nil
                guard missing[component][coefficient] == due else { return false }
                missing[component][coefficient] = scan.shift
            }
        }
        return true
    }

    var isComplete: Bool { missing.allSatisfy { $0.allSatisfy { $0 == 0 } } }
}
