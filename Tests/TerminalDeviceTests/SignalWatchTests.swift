import Synchronization
import TestSupport
import Testing

@testable import TerminalDevice

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Signals as events; one test at a time, because a process has one handler for each.
@Suite(.serialized) struct SignalWatchTests {
    @Test(arguments: [
        (SIGUSR1, WatchedSignal.ending(SIGUSR1)), (SIGTERM, .ending(SIGTERM)),
        (SIGWINCH, .resized), (SIGCONT, .continued), (SIGTSTP, .stopRequested),
    ])
    func whatComesIsToldOnce(number: Int32, told: WatchedSignal) throws {
        let watch = try SignalWatch()
        kill(getpid(), number)
        #expect(waitUntil(within: 10) { watch.pop() == [told] })
        #expect(watch.pop().isEmpty)
    }

    /// A step in which input arrives waits twice, for 50 ms each.
    @Test(
        "a crash waits no longer for replies than it states", arguments: [1, 2, 3], [true, false])
    func discardingReplies(steps: Int, hasInput: Bool) throws {
        let pipe = try SelfPipe()
        if hasInput { pipe.wake() }
        #expect(drainReplies(of: pipe.readingEnd, within: steps) == steps)
        #expect(pipe.drain().isEmpty)
    }

    @Test func whenItGoesEachSignalDoesWhatItDidBefore() throws {
        let before = Self.handlers
        #expect(try Self.handlersWhileWatching() != before)
        #expect(Self.handlers == before)
        // A second time: leftovers of the first must not interfere.
        #expect(try Self.handlersWhileWatching() != before)
        #expect(Self.handlers == before)
    }

    @Test func whatCameTooLateToBeToldIsNotLost() throws {
        let before = arrivals.load(ordering: .relaxed)
        let found = signal(SIGUSR1) { _ in
            let number = errno
            arrivals.add(1, ordering: .relaxed)
            errno = number
        }
        defer { signal(SIGUSR1, found) }
        var watch: SignalWatch? = try SignalWatch()
        let descriptor = try #require(watch?.descriptor)
        kill(getpid(), SIGUSR1)
        #expect(waitUntil(within: 10) { Self.isReadable(descriptor) })
        #expect(arrivals.load(ordering: .relaxed) == before)
        watch = nil
        #expect(waitUntil(within: 10) { arrivals.load(ordering: .relaxed) == before + 1 })
    }

    /// nohup makes a program ignore SIGHUP, and a shell makes a background job ignore SIGINT.
    @Test(arguments: [SIGHUP, SIGINT])
    func whatWasIgnoredStaysSo(number: Int32) throws {
        let found = signal(number, SIG_IGN)
        defer { signal(number, found) }
        let before = Self.handlers[number]
        #expect(try Self.handlersWhileWatching()[number] == before)
        #expect(Self.handlers[number] == before)
    }

    private static func handlersWhileWatching() throws -> [Int32: Int] {
        let watch = try SignalWatch()
        return withExtendedLifetime(watch) { handlers }
    }

    /// The handler of each signal, as a number.
    private static var handlers: [Int32: Int] {
        var handlers: [Int32: Int] = [:]
        for number in 1..<64 as Range<Int32> {
            var action = sigaction()
            guard sigaction(number, nil, &action) == 0 else { continue }
            #if canImport(Glibc)
            handlers[number] = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            #else
            handlers[number] = unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self)
            #endif
        }
        return handlers
    }

    private static func isReadable(_ descriptor: Int32) -> Bool {
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&wait, 1, 0) == 1
    }
}

/// Signals that reached the tests' own handler.
private let arrivals = Atomic(0)
