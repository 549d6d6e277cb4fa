/// What is sent for a request, before the faults.
package enum Answer: Sendable {
    case json(JSONValue, status: Int = 200)
    case file(String)
    case bytes([UInt8], type: String)

    /// A refusal in NASA's shape.
    package static func refusal(_ status: Int, _ reason: String) -> Answer {
        .json(.object(["reason": .text(reason)]), status: status)
    }

    /// What NASA's front server sends for a path it does not know: not JSON.
    package static let unknownPath = Answer.bytes(
        Array("<html><head><title>404 Not Found</title></head></html>".utf8), type: "text/html")
}
