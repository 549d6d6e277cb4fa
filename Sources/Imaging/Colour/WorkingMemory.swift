/// Memory of a fixed size that hot loops reach by pointer: allocated once, given back with its owner.
///
/// Arrays opened by closures, six within one another, came out the same speed but unreadable.
package final class WorkingMemory<Element: BitwiseCopyable> {
    package let base: UnsafeMutablePointer<Element>
    package let count: Int

    package init(repeating element: Element, count: Int) {
        base = .allocate(capacity: count)
        base.initialize(repeating: element, count: count)
        self.count = count
    }

    /// Memory whose bytes are all 0.
    ///
    /// Bodies do not travel between modules: filling element by element went through the type's
    /// witnesses, a call for each (2 % of a printed picture).
    package init(zeros count: Int) {
        base = .allocate(capacity: count)
        self.count = count
        clear()
    }

    package convenience init(_ elements: [Element]) {
        precondition(!elements.isEmpty, "memory for something")
        self.init(repeating: elements[0], count: elements.count)
        for (index, element) in elements.enumerated() { base[index] = element }
    }

    deinit { base.deallocate() }

    /// Sets all bytes to 0.
    package func clear() {
        UnsafeMutableRawBufferPointer(start: base, count: count * MemoryLayout<Element>.stride)
            .initializeMemory(as: UInt8.self, repeating: 0)
    }
}
