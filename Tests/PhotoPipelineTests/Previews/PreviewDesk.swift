import Imaging
import PhotoPipeline
import Synchronization
import TestSupport

/// A shelf of small pictures, what it is asked and what it answers.
struct PreviewDesk {
    let opening: ScriptedPreviews
    let shelf: PreviewShelf
    /// The seconds of all pauses; none takes any time.
    let pauses = Pauses()
    private let answered = Answers()

    init(_ answer: @escaping @Sendable (PreviewSource) async -> ScriptedPreviews.Answer) {
        opening = ScriptedPreviews(answer)
        shelf = PreviewShelf(
            opener: opening, pause: Pause { [pauses] in pauses.add($0) }, png: { $0.pixels })
        Task { [shelf, answered] in
            for await preview in shelf.answers { answered.add(preview) }
        }
    }

    /// A shelf whose photos are all of that size.
    init(photos size: PixelSize) {
        self.init { _ in .success(StripedPhoto(size: size)) }
    }

    var answers: [EncodedPreview] { answered.all }

    func answers(count: Int) async -> [EncodedPreview] {
        while answered.all.count < count { await moment() }
        return answered.all
    }

    /// Gives everything that could still happen the time to happen.
    func settle() async {
        for _ in 0..<3000 { await Task.yield() }
    }

    static func source(_ name: Int) -> PreviewSource { .photo(.file(path: "\(name).jpg")) }

    static func request(
        _ name: Int = 0, _ size: PixelSize = "16x12", _ fitting: PreviewFitting = .cover,
        _ style: FrameStyle = .kitty
    ) -> PreviewRequest {
        PreviewRequest(source(name), size: size, fitting, style: style)
    }

    final class Pauses: Sendable {
        private let seconds = Mutex<[Double]>([])

        var all: [Double] { seconds.withLock { $0 } }

        func add(_ pause: Double) { seconds.withLock { $0.append(pause) } }
    }

    private final class Answers: Sendable {
        private let previews = Mutex<[EncodedPreview]>([])

        var all: [EncodedPreview] { previews.withLock { $0 } }

        func add(_ preview: EncodedPreview) { previews.withLock { $0.append(preview) } }
    }
}
