internal import PhotoCatalog

/// How long what a server sent is taken for current.
enum KeepingRule {
    static func lifetimeSeconds(of head: HTTPHead, for purpose: FetchPurpose) -> Int {
        let wished = head.cacheControl.lifetimeSeconds
        switch purpose {
        case .reply: return min(wished ?? replySeconds, daySeconds)
        // The server says 5 minutes here too, yet a file of one id and size is not made anew.
        case .preview, .photo, .file: return wished == 0 ? 0 : pictureSeconds
        }
    }

    /// No entry says more: what does is none of ours.
    static let longestSeconds = pictureSeconds

    /// What NASA's servers say themselves (max-age=300), for replies that do not.
    private static let replySeconds = 300
    private static let daySeconds = 86_400
    /// After a week a picture is asked after again, which costs a 304.
    private static let pictureSeconds = 7 * 86_400
}
