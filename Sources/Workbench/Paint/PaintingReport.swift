internal import Imaging

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Tells on standard error how far a painting is, and what it took.
struct PaintingReport {
    private let size: PixelSize
    private let isTelling: Bool
    private let start = ContinuousClock.now
    private var rowsDone = 0
    private var told = 0

    init(of size: PixelSize, telling: Bool) {
        self.size = size
        isTelling = telling
    }

    mutating func add(rows: Int) {
        rowsDone = min(size.height, rowsDone + rows)
        let percent = rowsDone * 100 / size.height
        guard isTelling, percent >= told + 5 else { return }
        told = percent
        Self.tell("\(percent) %")
    }

    func end() {
        guard isTelling else { return }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let megapixels = Double(size.width) * Double(size.height) / 1e6
        Self.tell(
            "\(Self.short(megapixels)) MP in \(Self.short(seconds)) s: "
                + "\(Self.short(megapixels / seconds)) MP/s, "
                + "cpu \(Self.short(Self.usage.cpuSeconds)) s, peak \(Self.usage.peakMegabytes) MB")
    }

    private static func short(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    private static func tell(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        // Nobody is told if standard error is closed: the picture matters, not the talk.
        _ = write(STDERR_FILENO, bytes, bytes.count)
    }

    private static var usage: (cpuSeconds: Double, peakMegabytes: Int) {
        var usage = rusage()
        #if canImport(Glibc)
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        let peak = usage.ru_maxrss >> 10  // KiB on Linux
        #else
        getrusage(RUSAGE_SELF, &usage)
        let peak = usage.ru_maxrss >> 20  // bytes on Darwin
        #endif
        let user = Double(usage.ru_utime.tv_sec) + Double(usage.ru_utime.tv_usec) / 1e6
        let system = Double(usage.ru_stime.tv_sec) + Double(usage.ru_stime.tv_usec) / 1e6
        return (user + system, peak)
    }
}
