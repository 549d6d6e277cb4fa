internal import Imaging
internal import PhotoCatalog
internal import Settings
internal import TerminalProtocols

extension FailureStrings {
    static let japanese = FailureStrings(
        this: "これ",
        quotation: { "「\($0)」" },
        damage: { "\($0) は破損しているため、一部だけを表示しています。" },
        reason: text, file: text, decoding: text, catalog: text, fetching: text,
        noPage: { name, page, count in
            count == 1
                ? "\(name) は 1 ページだけです。\(page) ページはありません。"
                : "\(name) は \(count) ページです。\(page) ページはありません。"
        },
        positionFault: { fault, name in
            switch fault {
            case .noPositions: "\(name) には画素の位置の情報がありません。"
            case .notOnSky: "\(name) は空の画像です。0〜24 時か 360° と、-90〜90° で指定してください。"
            case .notOnGround: "\(name) は地表の画像です。-90〜90° と -360〜360° で指定してください。"
            case .outside: "その場所は \(name) の中にありません。"
            }
        })

    @Sendable private static func text(_ failure: FileFailure, _ name: String) -> String {
        switch failure {
        case .notFound: "ファイル \(name) はありません。"
        case .isDirectory:
            "\(name) はフォルダーです。\(name)/*.jpg のように中の写真を指定してください。"
        case .notRegular: "\(name) は通常のファイルではありません。パイプから読むには - を使います。"
        case .notPermitted: "\(name) を読めません: 権限がありません。"
        case .empty: "\(name) は空のファイルです。"
        case .unreadable(let reason): "\(name) を読めません: 「\(reason)」。"
        case .keyboard: "\(name) を読めません: キーボードです。画像をパイプで渡してください。"
        case .overLimit(let bytes): "\(name) を読めません: \(bytes >> 20) MB を超えています。"
        case .zip(let fault): "\(name) を読めません: \(text(fault))。"
        }
    }

    private static func text(_ fault: ZipFault) -> String {
        switch fault {
        case .damaged: "アーカイブが破損しています"
        case .encrypted: "暗号化されています。先にパスワードで展開してください"
        case .method(let number): "対応していない方式 (\(number)) で圧縮されています"
        case .nested: "アーカイブの中のアーカイブです。先に外側を展開してください"
        case .outside: "ファイル名がアーカイブの外を指しています"
        case .tooLarge(let bytes): "\(bytes >> 20) MB を超えています"
        case .ratio: "展開すると画像よりはるかに大きくなります"
        }
    }

    @Sendable private static func text(_ failure: DecodingFailure, _ name: String) -> String {
        switch failure {
        case .unsupported(let kind): "\(name) を表示できません: \(text(kind))。"
        case .damaged(let damage): "\(name) を表示できません: 破損しています (\(text(damage)))。"
        case .tooLarge(let size):
            "\(name) を表示できません: 大きすぎます (\(size.width)x\(size.height) ピクセル)。"
        case .outOfMemory: "\(name) を表示できません: メモリーが足りません。"
        case .noRoom(let byteCount):
            """
            この大きさにはキャッシュフォルダーに \(LocalStrings.japanese.size(byteCount)) の空きが必要です。\
            縮小すると \(name) を表示できます。
            """
        case .decoderCrashed:
            "\(name) を表示できません: デコーダーが異常終了しました。ほかの写真に影響はありません。"
        case .decoderStalled: "\(name) を表示できません: デコーダーが応答しません。"
        case .noDecoder:
            """
            \(name) を表示できません: メモリー、開けるファイル、またはプロセスが足りません。\
            ほかのプログラムを終了してください。
            """
        case .tiles(let fault): "\(name) を表示できません: \(text(fault))。"
        }
    }

    @Sendable private static func text(_ damage: Damage) -> String {
        switch damage {
        case .endsEarly: "ファイルが途中で終わっています"
        case .incomplete: "ファイルの一部が欠けているか、誤っています"
        case .noPicture: "ファイルに画像がありません"
        case .noPixels: "画像にピクセルがありません"
        case .badHeader: "ファイルのヘッダーが正しくありません"
        case .badData: "画像のデータが正しくありません"
        case .badColours: "画像の色が正しくありません"
        case .wrongChecksum: "チェックサムが合いません"
        case .tooLittleData: "画像に必要なデータが足りません"
        case .tooMuchData: "画像に対してデータが多すぎます"
        case .tooManyScans(let limit): "画像のスキャンが \(limit) 回を超えています"
        case .missingTiles(let count): "タイルが \(count) 枚欠けています"
        case .nested: "画像がそれ自身、または多すぎる画像でできています"
        case .unreadable: "ファイルを読めません"
        case .diskCache: "ディスクのキャッシュを読めません"
        case .changed: "ファイルが変更されました"
        case .noMemory: "メモリーが足りませんでした"
        case .library(let text): "「\(text)」"
        }
    }

    private static func text(_ fault: TileFault) -> String {
        switch fault {
        case .unreadable: "タイルの説明を読めません"
        case .side(let pixels): "タイルの大きさ (\(pixels) ピクセル) が正しくありません"
        case .levels(let count): "タイルの段階数 (\(count)) が正しくありません"
        case .count(let count): "大きさとタイルの数 (\(count)) が合いません"
        case .format: "タイルの形式が不明です"
        case .missing: "タイルが届きませんでした"
        case .otherBytes: "サーバーが要求と異なるバイトを送ってきました"
        }
    }

    private static func text(_ kind: FileKind) -> String {
        switch kind {
        case .photo(.webp): "WebP にはライブラリー libwebp が必要です (パッケージ libwebp7)"
        case .photo(.heif): "HEIC と AVIF にはライブラリー libheif が必要です (パッケージ libheif1)"
        case .photo(.jpegXL):
            "JPEG XL にはライブラリー libjxl が必要です (パッケージ libjxl0.7 以降)"
        case .photo(.openEXR):
            "OpenEXR にはライブラリー OpenEXRCore が必要です (パッケージ libopenexr-3-1-30)"
        case .photo(.fits): "この FITS ファイルには表示できる画像がありません"
        case .photo(let format): "この種類の \(format.rawValue) には対応していません"
        case .bmp: unsupported("BMP")
        case .svg: unsupported("SVG")
        case .pdf: unsupported("PDF")
        case .video: "写真ではなく動画です"
        case .gzip: "写真ではなく圧縮ファイルです"
        case .webPage: "写真ではなくウェブページです"
        case .json: "写真ではなく JSON テキストです"
        case .text: "写真ではなくテキストファイルです"
        case .empty: "空です"
        case .unknown: "不明な形式です"
        case .unsupported(.imageSequence): "HEIF と AVIF の連続画像には対応していません"
        case .unsupported(.detachedPDS): "このラベルが説明する画像のファイルが、同じフォルダーにありません"
        case .unsupported(.fitsTables): "この FITS ファイルには表だけがあり、画像がありません"
        case .unsupported(.zip): "zip アーカイブです。中の画像は a.zip/b.jpg のように指定します"
        case .unsupported(let format): unsupported(name(format))
        }
    }

    private static func name(_ format: UnsupportedFormat) -> String {
        switch format {
        case .losslessJPEG: "可逆圧縮の JPEG"
        case .deepJPEG: "12 ビットの JPEG"
        case .hierarchicalJPEG: "階層型の JPEG"
        case .applePNG: "Apple の PNG (CgBI)"
        case .uncompressedHEIF: "非圧縮の HEIF"
        case .otherHEIF: "この種類の HEIF"
        case .oldJPEGInTIFF: "TIFF の旧式 JPEG"
        default: format.rawValue
        }
    }

    private static func unsupported(_ format: String) -> String {
        "\(format) には対応していません"
    }

    @Sendable private static func text(_ failure: CatalogFailure, _ name: String) -> String {
        switch failure {
        case .fetching(let failure): text(failure)
        case .noSuchPhoto(let id) where id.service != .nasa:
            "ID が \(name) の写真は \(id.service.title) にありません。"
        case .noSuchPhoto:
            "ID が \(name) の写真は NASA にありません。ID は大文字と小文字を区別します。"
        case .noSuchAlbum(let album): "\(album) というアルバムは NASA にありません。"
        case .notAPhoto(_, .audio): "\(name) は音声です。表示する画像はありません。"
        case .notAPhoto: "\(name) は写真ではありません。"
        case .unreadableReply:
            "サーバーの応答を解釈できません。しばらくしてから再試行してください。"
        case .webPageInstead: webPage
        case .tooManyResults:
            "NASA が返すのは最初の 10,000 件だけです。検索を絞ってください。"
        case .nothingViewable(_, let formats) where formats.isEmpty:
            "\(name) には表示できる画像がありません。"
        case .nothingViewable(_, let formats):
            "\(name) は \(formats.joined(separator: ", ")) しかないため、表示できません。"
        case .addressNotAllowed(let refusal): text(refusal)
        case .notOffered(let service, .words):
            "\(service.title) では言葉による検索はできません。"
        case .notOffered(let service, .day): "\(service.title) では日ごとの一覧はできません。"
        case .notOffered(let service, .fields):
            "\(service.title) では題名や年などの条件による検索はできません。"
        case .keyMissing(let service):
            "\(service.title) には設定ファイルのキーが必要です (flickr-key = …)。"
        case .keyRefused(let service):
            "\(service.title) は設定ファイルのキーを受け付けませんでした。"
        }
    }

    private static let webPage =
        "画像の代わりにウェブページが届きました。ネットワークへのログインが必要ですか?"

    private static func text(_ refusal: URLPolicyViolation) -> String {
        switch refusal {
        case .scheme: "開けるのは https:// のアドレスだけです。"
        case .host: "写真はそのライブラリーのサーバーからだけ取得します。"
        case .port: "このアドレスは開けません: ポートが許可されていません。"
        case .userInfo: "このアドレスは開けません: ユーザー名かパスワードが含まれています。"
        case .controlCharacter: "このアドレスは開けません: 制御文字が含まれています。"
        case .tooLong: "このアドレスは開けません: 長すぎます。"
        case .malformed: "このアドレスは開けません: 正しくありません。"
        case .notLocal: "https なしで開けるのはこのコンピューターだけです。"
        }
    }

    @Sendable private static func text(_ failure: FetchFailure) -> String {
        switch failure {
        case .notFound: "サーバーにそのファイルはありません (404)。"
        case .refused(let status, _):
            "サーバーが要求を拒否しました (\(status))。1 分後に再試行してください。"
        case .serverFailed(let status):
            "サーバーでエラーが起きました (\(status))。しばらくしてから再試行してください。"
        case .rateLimited: "要求が多すぎます。1 分後に再試行してください。"
        case .noConnection(let fault):
            """
            サーバーに接続できません (\(text(fault)))。ネットワークを確認して再試行してください。
            """
        case .nameNotFound(let host):
            """
            インターネットに接続できません (\(host) が見つかりません)。ネットワークを確認して\
            再試行してください。
            """
        case .timedOut(let seconds):
            "サーバーが \(seconds) 秒以内に応答しませんでした。再試行してください。"
        case .stalled(let bytes):
            """
            ダウンロードが \(LocalStrings.japanese.size(bytes)) で止まりました。再試行してください。
            """
        case .tlsFailed(let reason):
            "安全な接続に失敗しました (「\(reason)」)。コンピューターの時計は正しいですか?"
        case .tooManyRedirects(let limit): "サーバーの転送が \(limit) 回を超えました。"
        case .addressNotAllowed(let refusal): text(refusal)
        case .tooLarge(let limit):
            "ファイルがダウンロードの上限 \(LocalStrings.japanese.size(limit)) を超えています。"
        case .noRoom(let byteCount):
            """
            ファイルにはキャッシュフォルダーに \(LocalStrings.japanese.size(byteCount)) の空きが必要です。
            """
        case .webPageInstead: webPage
        case .interrupted(let fault):
            "ダウンロードが中断されました (\(text(fault)))。再試行してください。"
        case .cancelled: "ダウンロードを取り消しました。"
        }
    }

    private static func text(_ fault: TransferFault) -> String {
        switch fault {
        case .unreadable: "ファイルを読めません"
        case .cutOff(let bytes, let total): "\(total) バイトのうち \(bytes) バイトが届きました"
        case .empty: "ファイルが空です"
        case .status(let status): "HTTP ステータス \(status)"
        case .noAddress(let status): "アドレスのない HTTP ステータス \(status)"
        case .part: "ファイル全体ではなく一部が届きました"
        case .noLibrary: "libcurl がありません"
        case .noThread: "システムのスレッドが足りません"
        case .noMemory: "メモリーが足りません"
        case .library(let text): "「\(text)」"
        }
    }
}
