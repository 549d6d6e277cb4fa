import Imaging
import PhotoCatalog
import PhotoPipeline
import Synchronization
import TestSupport

/// A loader whose answers the test gives, one by one and at any time.
final class ScriptedLoader: PhotoLoader {
    struct Question: Hashable, Sendable {
        let subject: ImageSubject
        let width: Int?
    }

    typealias Answer = Result<OpenedPhoto, PictureFailure>

    private let answer: @Sendable (Question) async -> Answer
    private let asked = Record<Question>()
    private let ended = Record<Question>()

    private let isCurrent: @Sendable (OpenedPhoto) -> Bool

    init(
        _ answer: @escaping @Sendable (Question) async -> Answer,
        isCurrent: @escaping @Sendable (OpenedPhoto) -> Bool = { _ in true }
    ) {
        self.answer = answer
        self.isCurrent = isCurrent
    }

    func isCurrent(_ opened: OpenedPhoto, of photo: PhotoReference) -> Bool { isCurrent(opened) }

    /// All requests so far, in order.
    var questions: [Question] { asked.all }

    var subjects: [ImageSubject] { questions.map(\.subject) }

    /// The requests that were cancelled before they were answered.
    var cancelled: [ImageSubject] { ended.all.map(\.subject) }

    /// Waits until this many requests have arrived.
    func asked(times: Int) async {
        while questions.count < times { await moment() }
    }

    /// Waits until this many requests were cancelled.
    func cancelled(times: Int) async {
        while cancelled.count < times { await moment() }
    }

    /// Returns an answer only when it is no longer wanted.
    static func untilCancelled() async -> Answer {
        while !Task.isCancelled { await moment() }
        return .failure(.fetching(.cancelled))
    }

    func load(
        _ subject: ImageSubject, covering width: Int?,
        progress: @escaping @Sendable (PhotoProgress) -> Void
    ) async throws(PictureFailure) -> OpenedPhoto {
        let question = Question(subject: subject, width: width)
        asked.add(question)
        progress(.lookingUp)
        let answer = await answer(question)
        if Task.isCancelled { ended.add(question) }
        return try answer.get()
    }
}

extension ScriptedLoader.Answer {
    /// A whole photo.
    static func whole(_ size: PixelSize) -> Self { photo(StripedPhoto(size: size)) }

    /// A smaller version of a photo.
    static func smaller(_ size: PixelSize, of original: PixelSize) -> Self {
        .success(
            OpenedPhoto(
                caption: PhotoCaption(title: "Moon"),
                source: StripedPhoto(size: original).resized(to: size),
                size: original, isComplete: false))
    }

    static func photo(_ source: any ImageSource) -> Self {
        .success(OpenedPhoto(caption: PhotoCaption(title: "Moon"), source: source))
    }
}

/// A record of events, in order.
final class Record<Entry: Sendable>: Sendable {
    private let entries = Mutex<[Entry]>([])

    var all: [Entry] { entries.withLock { $0 } }

    func add(_ entry: Entry) { entries.withLock { $0.append(entry) } }
}

/// A clock that advances by a nanosecond each time it is read.
final class Clock: Sendable {
    private let time = Atomic<UInt64>(0)

    func tick() -> UInt64 { time.wrappingAdd(1, ordering: .relaxed).newValue }
}
