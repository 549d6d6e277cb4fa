#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// The metadata of a gain map: how the map brightens the base picture.
struct GainMap: Sendable {
    /// The valid range of stops, the base-2 logarithms of factors; no display exceeds 16 stops.
    static let stops = -16.0...16
    private static let gammas = 0.05...20.0
    private static let offsets = 0.0...1.0

    /// The meaning of the map's codes, from 0 to 1.
    enum Curve: Sendable {
        /// Stops between `least` and `most`, proportional to the code to the power of 1 / `gamma`.
        case stops(least: Double, most: Double, gamma: Double)
        /// Factors from 1 to 2^`stops`, encoded with the curve of ITU-R BT.709.
        case light(stops: Double)

        /// Returns the factor of a code on a display that can show the whole range.
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

    /// The parameters for red, green or blue.
    struct Channel: Sendable {
        let curve: Curve
        /// The offsets added to light before, and subtracted after, the multiplication.
        var offset: (base: Double, bright: Double) = (0, 0)
    }

    let channels: [Channel]
    /// True if the multiplied light has the base picture's primaries; false for the bright
    /// picture's.
    let appliesToBaseColours: Bool

    /// Creates a map from one channel or three; `nil` if a parameter is out of range.
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
