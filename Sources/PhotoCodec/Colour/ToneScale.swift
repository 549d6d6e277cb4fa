internal import Imaging

/// The numbers of a profile on a scale of its grays that is about even to the eye, from 0 to 1.
struct ToneScale {
    /// The places of numbers that are evenly spaced, from 0 to 65535; they rise.
    private let places: [Float]
    /// Whether the photo's codes are places on this scale already, as they went through `curve`.
    private let isDeep: Bool

    /// - Parameters:
    ///   - profile: that of the photo.
    ///   - isDeep: whether the photo has 16 bits a channel.
    init(_ profile: borrowing ICCProfile, isDeep: Bool) {
        self.isDeep = isDeep
        let steps = isDeep ? 4096 : 255
        let grays = (0...steps).flatMap { step in
            [UInt16](repeating: UInt16(step * 65535 / steps), count: profile.channels.rawValue)
        }
        let greens = profile.codes(of: grays).map(\.y)
        let (first, last) = (greens[0], greens[steps])
        let isRising = zip(greens, greens.dropFirst()).allSatisfy { $0 <= $1 } && first < last
        // An even part keeps places apart where a profile is flat.
        places = greens.enumerated().map { step, green in
            let even = Float(step) / Float(steps)
            return isRising ? (green - first) / (last - first) * 0.95 + even * 0.05 : even
        }
    }

    /// The place of a photo's code.
    func place(ofCode code: Int) -> Float {
        isDeep ? Float(code) / 255 : places[code]
    }

    /// The profile's number that a photo's code stands for.
    func number(ofCode code: Int) -> UInt16 {
        isDeep ? number(at: Float(code) / 255) : UInt16(code * 257)
    }

    func number(at place: Float) -> UInt16 {
        var (low, high) = (0, steps)
        while high - low > 1 {
            let middle = (low + high) / 2
            if places[middle] <= place { low = middle } else { high = middle }
        }
        let share = (place - places[low]) / (places[high] - places[low])
        let step = Float(low) + min(max(share, 0), 1)
        return UInt16((step * 65535 / Float(steps)).rounded())
    }

    /// The places of all numbers, in 16 bits.
    var curve: ToneCurve {
        ToneCurve((0...UInt16.max).map { UInt16((place(of: $0) * 65535).rounded()) })
    }

    private func place(of number: UInt16) -> Float {
        let step = Float(number) * Float(steps) / 65535
        let below = min(Int(step), steps - 1)
        return places[below] + (places[below + 1] - places[below]) * (step - Float(below))
    }

    private var steps: Int { places.count - 1 }
}
