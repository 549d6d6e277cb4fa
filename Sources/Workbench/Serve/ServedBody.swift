internal import FlyingFox
internal import FlyingSocks
internal import FoundationEssentials

/// An answer as bytes with a status, ready to be sent whole, in part, or broken off.
struct ServedBody {
    private let status: HTTPStatusCode
    private let type: String
    private let bytes: Data

    init(_ answer: Answer) {
        do {
            (status, type, bytes) = try Self.parts(answer)
        } catch {
            (status, type, bytes) = (.internalServerError, "text/plain", Data("\(error)".utf8))
        }
    }

    private static func parts(_ answer: Answer) throws -> (HTTPStatusCode, String, Data) {
        switch answer {
        case .json(let json, let code):
            return (status(code), "application/json", try JSONEncoder().encode(json))
        case .file(let path):
            let type = path.hasSuffix(".png") ? "image/png" : "image/jpeg"
            return (.ok, type, try Data(contentsOf: URL(filePath: path)))
        case .bytes(let content, let type):
            return (type == "text/html" ? .notFound : .ok, type, Data(content))
        }
    }

    func response(to request: HTTPRequest, isCut: Bool) -> HTTPResponse {
        var headers: HTTPHeaders = [.contentType: type, HTTPHeader("ETag"): tag]
        headers[HTTPHeader("Accept-Ranges")] = "bytes"
        if request.headers[HTTPHeader("If-None-Match")] == tag {
            return HTTPResponse(statusCode: .notModified, headers: headers)
        }
        if isCut {
            let body = HTTPBodySequence(from: TruncatedBody(bytes: bytes), count: bytes.count)
            return HTTPResponse(statusCode: status, headers: headers, body: body)
        }
        guard let range = range(request) else {
            return HTTPResponse(statusCode: status, headers: headers, body: body(bytes))
        }
        headers[HTTPHeader("Content-Range")] =
            "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(bytes.count)"
        return HTTPResponse(
            statusCode: .partialContent, headers: headers, body: body(bytes.subdata(in: range)))
    }

    private func body(_ data: Data) -> HTTPBodySequence {
        HTTPBodySequence(data: data, suggestedBufferSize: 64 << 10)
    }

    /// A range as `bytes=100-` or `bytes=100-199`; others are answered with the whole.
    private func range(_ request: HTTPRequest) -> Range<Int>? {
        guard status == .ok, let text = request.headers[HTTPHeader("Range")],
            text.hasPrefix("bytes=")
        else { return nil }
        let ends = text.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Int(ends[0]), first < bytes.count else { return nil }
        let last = Int(ends[1]) ?? bytes.count - 1
        guard first <= last else { return nil }
        return first..<min(last + 1, bytes.count)
    }

    private var tag: String {
        let sum = bytes.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
        return "\"\(bytes.count)-\(String(sum, radix: 16))\""
    }

    private static func status(_ code: Int) -> HTTPStatusCode {
        switch code {
        case 400: .badRequest
        case 404: .notFound
        default: .ok
        }
    }
}
