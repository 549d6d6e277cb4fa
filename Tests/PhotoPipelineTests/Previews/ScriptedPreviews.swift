import Imaging
import PhotoPipeline
import Synchronization
import TestSupport

/// An opening of small pictures whose answers the test gives, one by one and when it likes.
final class ScriptedPreviews: PreviewOpening {
    typealias Answer = Result<any ImageSource, PictureFailure>

    private let answer: @Sendable (PreviewSource) async -> Answer
    private let asked = Mutex<[PreviewSource]>([])
    private let ended = Mutex<[PreviewSource]>([])

    init(_ answer: @escaping @Sendable (PreviewSource) async -> Answer) { self.answer = answer }

    /// All that was asked for so far, in order.
    var questions: [PreviewSource] { asked.withLock { $0 } }

    /// Those of them that were cancelled before they were answered.
    var cancelled: [PreviewSource] { ended.withLock { $0 } }

    func asked(times: Int) async {
        while questions.count < times { await moment() }
    }

    func open(
        _ source: PreviewSource, covering width: Int
    ) async throws(PictureFailure) -> any ImageSource {
        asked.withLock { $0.append(source) }
        let answer = await answer(source)
        if Task.isCancelled { ended.withLock { $0.append(source) } }
        return try answer.get()
    }
}
