internal import TerminalProtocols

extension CommandPhrases {
    static let english = CommandPhrases(
        moreFailures: { "There were \($0) more failures like these." },
        facts: Facts(
            id: "id",
            title: "title",
            credit: "credit",
            date: "date",
            center: "centre",
            location: "location",
            keywords: "keywords",
            albums: "albums",
            page: "page"),
        received: { "\($0) of \($1)" },
        pixels: { "\($0) by \($1) pixels" },
        more: { "These are \($0) of \($1) photos; --search and its filters narrow them." },
        noFavourite: { "\($0) is not among the favourites." },
        noSuchSize: { name, size, sizes in
            let list = sizes.isEmpty ? "none" : sizes.joined(separator: ", ")
            return "\(name) has no size \(size); there are: \(list)."
        },
        noFolder: { "There is no folder \($0)." },
        notWritable: { "\($0) cannot be written; check its permissions." },
        diskFull: "The disk is full; make room and try again: what came is kept.",
        busy: { "\($0) is being written by another program." },
        unusable: { "\($0) cannot be saved (\($1))." })
}
