import PhotoCatalog
import PhotoPipeline
import Synchronization
import TestSupport

/// An opening whose answers the test gives, one by one and when it likes.
final class ScriptedOpening: PhotoOpening {
    struct Question: Hashable, Sendable {
        let reference: PhotoReference
        let width: Int?
    }

    typealias Answer = Result<OpenedPhoto, PictureFailure>

    private let answer: @Sendable (Question) async -> Answer
    private let asked = Mutex<[Question]>([])

    init(_ answer: @escaping @Sendable (Question) async -> Answer) { self.answer = answer }

    /// All that was asked for so far, in order.
    var questions: [Question] { asked.withLock { $0 } }

    /// Waits until so many questions have come.
    func asked(times: Int) async {
        while questions.count < times { await moment() }
    }

    /// An answer that comes only when nobody wants it any more.
    static func untilCancelled() async -> Answer {
        while !Task.isCancelled { await moment() }
        return .failure(.fetching(.cancelled))
    }

    func open(
        _ reference: PhotoReference, covering width: Int?,
        progress: @escaping @Sendable (PhotoProgress) -> Void
    ) async throws(PictureFailure) -> OpenedPhoto {
        let question = Question(reference: reference, width: width)
        asked.withLock { $0.append(question) }
        progress(.lookingUp)
        return try await answer(question).get()
    }
}
