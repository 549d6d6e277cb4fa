internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Threads of our own for decoding.
///
/// Not libdispatch's: on Linux it looks into /proc once a second whether its threads are busy, and ends
/// the program where it may not, as in the process that decodes.
package enum WorkThread {
    /// Enough for the libraries, whose deepest frames are tables of some kB.
    private static let stackBytes = 2 << 20

    /// The processors there are; asked once, before files are out of reach.
    package static let coreCount = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

    private final class Work: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// A thread that is to be waited for.
    struct Running: @unchecked Sendable {
        fileprivate let thread: pthread_t

        /// Waits for its end; to be called once.
        func join() { pthread_join(thread, nil) }
    }

    /// Does the work on a new thread; nil, and nothing done, where the system gives none.
    static func run(_ body: @escaping @Sendable () -> Void) -> Running? {
        create(body).map { Running(thread: $0) }
    }

    /// Does the work on a new thread; here and now where the system gives none.
    package static func start(_ body: @escaping @Sendable () -> Void) {
        if !startElsewhere(body) { body() }
    }

    /// Does the work on a new thread; false, and nothing done, where the system gives none.
    package static func startElsewhere(_ body: @escaping @Sendable () -> Void) -> Bool {
        guard let thread = create(body) else { return false }
        pthread_detach(thread)
        return true
    }

    /// Does it for each number below `iterations`, on all cores; returns when all is done.
    static func concurrentPerform(iterations: Int, _ body: @Sendable (Int) -> Void) {
        let next = Atomic(0)
        withoutActuallyEscaping(body) { body in
            // It is waited for: what it holds outlives it.
            let share: @Sendable () -> Void = {
                while true {
                    let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
                    guard number < iterations else { return }
                    body(number)
                }
            }
            let helpers = (1..<max(1, min(iterations, coreCount))).compactMap { _ in create(share) }
            share()
            for helper in helpers { pthread_join(helper, nil) }
        }
    }

    private static func create(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
        // Not `pthread_attr_t()`: where a file of the module imports Dispatch, the compiler takes it for
        // that module's.
        let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
        defer { attributes.deallocate() }
        pthread_attr_init(attributes)
        defer { pthread_attr_destroy(attributes) }
        pthread_attr_setstacksize(attributes, stackBytes)
        let work = Unmanaged.passRetained(Work(body))
        #if canImport(Glibc)
        var thread = pthread_t()
        #else
        var thread: pthread_t?
        #endif
        let number = pthread_create(&thread, attributes, run, work.toOpaque())
        guard number == 0 else {
            work.release()
            return nil
        }
        return thread
    }

    #if canImport(Glibc)
    private static let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
        { work in
            work.map { Unmanaged<Work>.fromOpaque($0).takeRetainedValue().body() }
            return nil
        }
    #else
    private static let run: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = {
        Unmanaged<Work>.fromOpaque($0).takeRetainedValue().body()
        return nil
    }
    #endif
}
