internal import TerminalProtocols

extension DetailPhrases {
    static let english = DetailPhrases(
        photographer: "Photographer",
        secondaryCreator: "With",
        center: "Centre",
        location: "Location",
        alternative: "Shows",
        id: "Id",
        albums: "Albums",
        keywords: "Keywords",
        loading: "looking it up …",
        noFacts: "The file says nothing of itself.",
        more: { "↓ \($0) more" },
        keys: {
            """
            \($0[.open]): view  \($0[.nextPhoto]) \($0[.previousPhoto]): others  \
            \($0[.layout]): albums, keywords  \($0[.info]): file  \($0[.save]): save  \
            \($0[.help]): all keys
            """
        })
}
