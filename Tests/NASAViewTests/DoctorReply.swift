/// The shape of `doctor --json` as others rely on it: format 1.
struct DoctorReply: Decodable {
    struct Program: Decodable {
        let name: String
        let version: String
    }

    struct Probe: Decodable {
        let outcome: String
        let milliseconds: Double?
        let questions: [Question]
    }

    struct Question: Decodable {
        let name: String
        let sent: String
        let answer: String?
        let milliseconds: Double?
    }

    struct Decoding: Decodable, Equatable {
        let fence: String
        let deeds: [String]
    }

    struct Decision: Decodable {
        let name: String
        let value: String
        let reason: String
        let question: String?
        let why: String
    }

    let format: Int
    let verdict: String
    let programs: [Program]
    let environment: [String: String]
    let probe: Probe
    let decisions: [Decision]
    let decoding: Decoding
}
