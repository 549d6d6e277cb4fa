internal import Localization
package import PhotoCatalog
package import PhotoPipeline
package import SystemPackage
internal import TerminalProtocols

/// A message about marked photos or changes to files.
package enum FileNotice: Hashable, Sendable {
    case question(Question)
    case marks(Int), copiedNames(Int, of: Int), copiedAddresses(Int, of: Int)
    /// Files were moved to the trash, or back to their folders, or a file could not be moved.
    case trashed([FilePath]), restored([FilePath]), notMoved(FilePath, TrashFailure)
    case turned(FileTurn), notTurned(FileTurn, TurnFailure)

    var style: TextPage.Style {
        switch self {
        case .copiedNames, .copiedAddresses, .trashed, .restored, .turned: .good
        case .notMoved, .notTurned: .bad
        case .question, .marks: .plain
        }
    }
}

/// A question in the last line; `y` confirms it, any other key cancels it.
package enum Question: Hashable, Sendable {
    case trash([FilePath])
    case turn(FileTurn)

    /// The key that confirms; the translated questions name this key.
    static let yes = KeyPress(.character("y"))
}

extension Strings {
    func text(of notice: FileNotice) -> SafeText {
        switch notice {
        case .question(let question): text(of: question)
        case .marks(let count): files.marks(local.number(count))
        case .copiedNames(let count, let all): files.copiedNames(share(count, of: all))
        case .copiedAddresses(let count, let all): files.copiedAddresses(share(count, of: all))
        case .trashed(let paths): files.trashed(names(of: paths), self)
        case .restored(let paths): files.restored(names(of: paths))
        case .notMoved(let path, let failure): files.notMoved(failure, names(of: [path]))
        case .turned(let turn): files.turned(name(of: turn.path))
        case .notTurned(let turn, .picture(let failure)):
            sentence(for: failure, of: .file(path: turn.path))
        case .notTurned(let turn, .file(let reason)): files.notTurned(reason, name(of: turn.path))
        }
    }

    /// Returns `count`, and also `all` if they differ: `3`, or `2 of 3`.
    private func share(_ count: Int, of all: Int) -> String {
        count == all
            ? local.number(all) : library.position(local.number(count), local.number(all)).string
    }

    private func text(of question: Question) -> SafeText {
        switch question {
        case .trash(let paths): files.askToTrash(names(of: paths))
        case .turn(let turn) where turn.onlyMarks: files.askToMark(name(of: turn.path))
        case .turn(let turn): files.askToTurn(name(of: turn.path))
        }
    }

    /// The maximum width of a file's name in columns; the name and a question fit into 80 columns.
    private static let nameColumns = 30

    /// Returns the name of a file without its folder, shortened to `nameColumns`.
    private func name(of path: FilePath) -> String {
        SafeText(path.lastComponent?.string ?? path.string).truncated(to: Self.nameColumns).string
    }

    private func names(of paths: [FilePath]) -> FileNames {
        paths.count == 1 ? .one(name(of: paths[0])) : .several(local.number(paths.count))
    }
}
