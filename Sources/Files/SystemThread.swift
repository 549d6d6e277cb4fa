#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// A thread of the system, which must be joined or detached.
package struct SystemThread: @unchecked Sendable {
    private final class Work: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    private let thread: pthread_t

    /// Starts a thread that runs `body`; `nil` if the system cannot create one.
    ///
    /// `stackBytes` is the size of the thread's stack; `nil` for the default.
    package init?(stackBytes: Int? = nil, _ body: @escaping @Sendable () -> Void) {
        // `pthread_attr_t()` does not work: the compiler takes it for the type of another module
        // (Dispatch, CSystem).
        let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
        defer { attributes.deallocate() }
        pthread_attr_init(attributes)
        defer { pthread_attr_destroy(attributes) }
        if let stackBytes { pthread_attr_setstacksize(attributes, stackBytes) }
        let work = Unmanaged.passRetained(Work(body))
        #if canImport(Darwin)
        var thread: pthread_t?
        #else
        var thread = pthread_t()
        #endif
        guard pthread_create(&thread, attributes, Self.run, work.toOpaque()) == 0 else {
            work.release()
            return nil
        }
        #if canImport(Darwin)
        guard let thread else { return nil }
        #endif
        self.thread = thread
    }

    /// Waits for the thread's end; may be called once.
    package func join() { pthread_join(thread, nil) }
    /// Lets the thread run without waiting for its end.
    package func detach() { pthread_detach(thread) }

    #if canImport(Darwin)
    private static let run: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = {
        Unmanaged<Work>.fromOpaque($0).takeRetainedValue().body()
        return nil
    }
    #else
    private static let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
        { work in
            work.map { Unmanaged<Work>.fromOpaque($0).takeRetainedValue().body() }
            return nil
        }
    #endif
}

/// The end of this process while other threads may still run.
package enum ProcessEnd {
    /// Ends the process with a status, after writing the buffers of C's streams.
    ///
    /// `exit` would first call the libraries' exit functions, which free objects that other threads
    /// still use: libcrypto frees the locks of a transfer under way.
    package static func leave(_ status: Int32) -> Never {
        fflush(nil)
        _exit(status)
    }
}
