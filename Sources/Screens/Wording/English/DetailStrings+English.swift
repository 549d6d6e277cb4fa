internal import TerminalProtocols

extension DetailStrings {
    static let english = DetailStrings(
        photographer: "Photographer",
        secondaryCreator: "Also by",
        center: "Centre",
        location: "Location",
        alternative: "Alt text",
        id: "ID",
        albums: "Albums",
        keywords: "Keywords",
        loading: "Loading …",
        noFacts: "The file has no metadata.",
        more: { "↓ \($0) more" },
        keys: {
            """
            \($0[.open]): full screen  \($0[.nextPhoto]) \($0[.previousPhoto]): next/prev  \
            \($0[.layout]): links  \($0[.info]): EXIF  \($0[.save]): save  \
            \($0[.help]): keys
            """
        })
}
