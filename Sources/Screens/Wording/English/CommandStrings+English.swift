internal import TerminalProtocols

extension CommandStrings {
    static let english = CommandStrings(
        moreFailures: { "\($0) more failed." },
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
        more: { "Showing \($0) of \($1) photos. Use --search and its filters to narrow the list." },
        noFavourite: { "\($0) is not a favourite." },
        noSuchSize: { name, size, sizes in
            let list = sizes.isEmpty ? "none" : sizes.joined(separator: ", ")
            return "\(name) has no size \"\(size)\". Available sizes: \(list)."
        },
        noFolder: { "No folder named \($0)." },
        notWritable: { "Can't write to \($0). Check its permissions." },
        diskFull:
            "The disk is full. Free some space and try again: the download will resume.",
        busy: { "\($0) is in use by another program." },
        unusable: { "Can't save \($0) (\($1))." })
}
