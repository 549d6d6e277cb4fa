#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// How a gain map brightens the picture in front of it.
struct GainMap: Sendable {
    /// Factors are powers of 2: 16 stops are more than any display has.
    static let stops = -16.0...16
    private static let gammas = 0.05...20.0
    private static let offsets = 0.0...1.0

    /// The meaning of the map's codes from 0 to 1.
    enum Curve: Sendable {
        /// Stops from `least` to `most`, for a code to the power of 1 / `gamma`.
        case stops(least: Double, most: Double, gamma: Double)
        /// Light from 1 to 2 to the power of `stops`, coded by the curve of ITU-R BT.709.
        case light(stops: Double)

        /// The factor for a code, on a display that shows all of it.
        func factor(_ code: Double) -> Double {
            switch self {
            case .stops(let least, let most, let gamma):
                pow(2, least + (most - least) * pow(code, 1 / gamma))
            case .light(let stops):
                1 + (pow(2, stops) - 1) * TransferCurve.bt709.light(of: code)
            }
        }

        fileprivate var isPossible: Bool {
            switch self {
            case .stops(let least, let most, let gamma):
                least <= most && GainMap.stops.contains(least) && GainMap.stops.contains(most)
                    && GainMap.gammas.contains(gamma)
            case .light(let stops): stops > 0 && GainMap.stops.contains(stops)
            }
        }
    }

    /// The numbers for red, green or blue.
    struct Channel: Sendable {
        let curve: Curve
        /// Added to the base picture's light, and taken from the bright one's.
        var offset: (base: Double, bright: Double) = (0, 0)
    }

    let channels: [Channel]
    /// True if it multiplies light of the base picture's primaries; else of the bright picture's.
    let appliesToBaseColours: Bool

    /// `channels` are one for all colours, or three; `nil` if a number is out of range.
    init?(_ channels: [Channel], appliesToBaseColours: Bool = true) {
        let isPossible = channels.allSatisfy { channel in
            channel.curve.isPossible && Self.offsets.contains(channel.offset.base)
                && Self.offsets.contains(channel.offset.bright)
        }
        guard isPossible, channels.count == 1 || channels.count == 3 else { return nil }
        self.appliesToBaseColours = appliesToBaseColours
        self.channels = channels.count == 3 ? channels : [channels[0], channels[0], channels[0]]
    }
}
