/// A writer of entropy-coded bytes, which writes bits and markers and stuffs a zero after each
/// 0xFF.
///
/// Hot: writes all bits of a tile, 32 or 64 bits at a time.
struct BitWriter {
    private(set) var bytes: UnsafeMutablePointer<UInt8>
    private(set) var count = 0
    private var capacity: Int
    private var bits: UInt64 = 0
    /// The number of bits that are not yet written, at most 31.
    private(set) var waiting = 0

    /// Creates a writer that starts with a header; the caller must call `deallocate` at the end.
    init(startingWith header: [UInt8], capacity: Int) {
        self.capacity = max(capacity, header.count)
        bytes = .allocate(capacity: self.capacity)
        header.withUnsafeBufferPointer { source in
            guard let base = source.baseAddress else { return }
            bytes.update(from: base, count: source.count)
        }
        count = header.count
    }

    func deallocate() { bytes.deallocate() }

    /// Reserves space for a number of bytes, including a stuffed zero after each byte.
    mutating func reserve(_ byteCount: Int) {
        let needed = count + byteCount * 2 + 64
        guard needed > capacity else { return }
        capacity = max(needed, capacity * 2)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.update(from: bytes, count: count)
        bytes.deallocate()
        bytes = larger
    }

    /// Appends the lowest `length` bits of `value`.
    ///
    /// - Precondition: enough space is reserved, `length` is at most 32, and all higher bits of
    ///   `value` are 0.
    @inline(__always)
    mutating func put(_ value: UInt32, _ length: Int) {
        bits = bits << UInt64(truncatingIfNeeded: length) | UInt64(value)
        waiting &+= length
        guard waiting >= 32 else { return }
        waiting &-= 32
        flush(UInt32(truncatingIfNeeded: bits >> UInt64(truncatingIfNeeded: waiting)))
    }

    @inline(__always)
    private mutating func flush(_ word: UInt32) {
        let flipped = ~word
        if (flipped &- 0x0101_0101) & ~flipped & 0x8080_8080 == 0 {
            UnsafeMutableRawPointer(bytes).storeBytes(
                of: word.bigEndian, toByteOffset: count, as: UInt32.self)
            count &+= 4
        } else {
            for shift in [24, 16, 8, 0] as [UInt32] {
                putByte(UInt8(truncatingIfNeeded: word >> shift))
            }
        }
    }

    /// Appends bytes of a scan up to a marker or the end; the bytes already contain stuffed zeros.
    ///
    /// - Precondition: enough space is reserved.
    mutating func put(scan source: UnsafeBufferPointer<UInt8>) {
        guard waiting & 7 != 0, let base = source.baseAddress else {
            flushBytes()
            return putWhole(source)
        }
        var offset = 0
        while offset < source.count {
            if offset &+ 8 <= source.count,
                case let word = UInt64(
                    bigEndian: UnsafeRawPointer(base).loadUnaligned(
                        fromByteOffset: offset, as: UInt64.self)), word.bytesOfOnes == 0
            {
                put(word)
                offset &+= 8
            } else {
                var next = offset &+ 1
                if source[offset] == 0xFF {
                    while next < source.count, source[next] == 0xFF { next &+= 1 }
                    guard next < source.count, source[next] == 0 else { return }
                    next &+= 1
                }
                put(UInt32(source[offset]), 8)
                offset = next
            }
        }
    }

    private mutating func putWhole(_ source: UnsafeBufferPointer<UInt8>) {
        guard let base = source.baseAddress else { return }
        let marker = JPEGMarkers.next(base, from: 0, end: source.count)
        let length = marker.map { $0.end - 2 } ?? source.count
        (bytes + count).update(from: base, count: length)
        count += length
    }

    /// Appends 64 bits.
    ///
    /// - Precondition: at least one bit is not yet written.
    @inline(__always)
    private mutating func put(_ word: UInt64) {
        let whole =
            bits << UInt64(truncatingIfNeeded: 64 &- waiting)
            | word >> UInt64(truncatingIfNeeded: waiting)
        bits = word
        guard whole.bytesOfOnes != 0 else {
            UnsafeMutableRawPointer(bytes).storeBytes(
                of: whole.bigEndian, toByteOffset: count, as: UInt64.self)
            count &+= 8
            return
        }
        flush(UInt32(truncatingIfNeeded: whole >> 32))
        flush(UInt32(truncatingIfNeeded: whole))
    }

    private mutating func putByte(_ byte: UInt8) {
        bytes[count] = byte
        count &+= 1
        guard byte == 0xFF else { return }
        bytes[count] = 0
        count &+= 1
    }

    /// Writes all complete bytes, so that fewer than eight bits remain.
    mutating func flushBytes() {
        while waiting >= 8 {
            waiting -= 8
            putByte(UInt8(truncatingIfNeeded: bits >> UInt64(waiting)))
        }
    }

    /// Discards the written bytes; the caller must have used these bytes before.
    mutating func clear() { count = 0 }

    /// Pads the last byte with ones and appends a marker.
    mutating func put(marker: UInt8) {
        if waiting & 7 != 0 {
            let length = 8 - waiting & 7
            put(1 << UInt32(length) - 1, length)
        }
        flushBytes()
        bytes[count] = 0xFF
        bytes[count + 1] = marker
        count += 2
    }
}
