internal import Imaging
internal import PhotoCatalog
internal import TerminalProtocols

extension HintStrings {
    static let japanese = HintStrings(
        retry: "再試行", search: "検索", editSearch: "検索を編集", removeFilter: "絞り込みを解除", remove: "解除",
        otherFilters: "ほかの条件", done: "完了", openDemo: "オフラインで使える nasa-view --demo を開く", view: "表示",
        details: "詳細", grid: "グリッド", list: "リスト", size: "大きさ", keys: "キー", dismiss: "閉じる",
        otherDay: "別の日", fullScreen: "全画面", nextPrevious: "前後", links: "リンク", data: "データ",
        captions: "字幕", save: "保存", cancel: "取消", filters: "絞り込み", history: "履歴", nextField: "次の欄",
        complete: "補完", show: "表示", keep: "保存", zoom: "拡大", fit: "全幅", favourite: "お気に入り",
        otherPhotos: "ほかの写真", back: "戻る", quit: "終了", otherPhoto: "もう一方", sideBySide: "並べる",
        measure: "計測", close: "閉じる", scroll: "スクロール", allKeys: "すべてのキー")
}

extension LibraryStrings {
    static let japanese = LibraryStrings(
        start: "NASA: 最新の写真",
        popular: "NASA: 人気の写真",
        demo: "デモ: 付属の写真",
        service: { service in
            switch service {
            case .nasa: "NASA"
            case .apod: "今日の天文写真 (APOD)"
            case .mars2020: "火星: Perseverance の生画像"
            case .msl: "火星: Curiosity の生画像"
            case .epic: "地球: EPIC の画像"
            case .commons: "Wikimedia Commons"
            case .picsum: "Lorem Picsum"
            case .flickr: "Flickr"
            }
        },
        sol: { "\($0) ソル" },
        upToDay: { "\($0) まで" },
        named: "指定した写真",
        favourites: "お気に入り",
        search: { "検索: \($0)" },
        album: { "アルバム: \($0)" },
        seen: { "閲覧済み: \($0)" },
        everything: "すべての写真",
        media: { type in
            switch type {
            case .video: "動画"
            case .audio: "音声"
            case .image, .other, .unstated: ""
            }
        },
        mediaName: { ["image": "写真", "video": "動画", "audio": "音声"][$0] ?? $0 },
        sinceYear: { "\($0)年以降" },
        untilYear: { "\($0)年まで" },
        position: { "\($0) / \($1)" },
        loading: "読み込み中…",
        loadingMore: "続きを読み込み中…",
        limited: "NASA が返すのは最初の 10,000 件だけです。検索を絞ってください",
        unread: { "\($0) 件は未読です。もっと新しい写真が抜けている可能性があります" },
        offline: "オフライン",
        saved: "保存済みの一覧",
        busy: { "混雑中 残り\($0)秒" },
        noPictureOfTheDay: "今日の写真はありません",
        noFavourites: "お気に入りはまだありません。",
        favouritesHint: { "写真で \($0[.photo(.favourite)]) を押すと追加されます。" },
        places: "保存した表示",
        noPlaces: "保存した表示はまだありません。",
        placesHint: { "写真で \($0[.photo(.keepPlace)]) を押すと表示が保存されます。" },
        nothingFound: { media, words in
            switch media {
            case .image: "「\(words)」に一致する写真はありません。"
            case .video: "「\(words)」に一致する動画はありません。"
            case .audio: "「\(words)」に一致する音声はありません。"
            default: "「\(words)」に一致するものはありません。"
            }
        },
        nothing: "ここに写真はありません。",
        noPictures: { $0.map { "\($0) に画像はありません。" } ?? "画像はありません。" },
        recursiveHint: "--recursive を付けるとサブフォルダーも探します。",
        onlyFirst: { "最初の \($0) 件だけを表示しています" },
        unreadable: { "\($0) を読めません" },
        unshown: Unshown(
            noPicture: "画像ではありません", unsupported: "未対応の形式",
            damaged: "破損", failed: "表示できません"),
        nothingLoaded: "何も読み込まれていません。",
        alertTitles: .init(
            unreachable: "NASA に接続できません", serverBusy: "サーバーが混み合っています",
            serverFailed: "サーバーでエラーが発生しました", other: "エラーが発生しました"))
}

extension DetailStrings {
    static let japanese = DetailStrings(
        photographer: "撮影者",
        secondaryCreator: "共同制作",
        center: "センター",
        location: "撮影地",
        alternative: "代替テキスト",
        licence: "ライセンス",
        source: "提供元",
        id: "ID",
        links: "リンク",
        albums: "アルバム",
        keywords: "キーワード",
        loading: "読み込み中…",
        noFacts: "ファイルにメタデータはありません。",
        noCaptions: "この動画に字幕はありません。",
        sizes: "サイズ",
        size: { size in
            switch size {
            case .thumb: "サムネイル"
            case .small: "小"
            case .medium: "中"
            case .large: "大"
            case .original: "オリジナル"
            }
        },
        shownHere: "表示中",
        camera: Camera(
            title: "カメラ", lens: "レンズ", filmFocalLength: "35mm 換算", taken: "撮影日時",
            compensation: "露出補正", flash: "フラッシュ", fired: "発光", software: "ソフトウェア"),
        file: File(
            name: "ファイル", dimensions: "寸法", byteCount: "サイズ", format: "形式",
            bits: "ビット数", profile: "プロファイル", orientation: "向き", mirrored: "左右反転",
            position: "位置", modified: "更新日時"))
}

extension SearchStrings {
    static let japanese = SearchStrings(
        name: { field in
            switch field {
            case .text: "検索"
            case .firstYear: "開始年"
            case .lastYear: "終了年"
            case .center: "センター"
            case .keywords: "キーワード"
            case .photographer: "撮影者"
            case .location: "撮影地"
            case .media: "種類"
            case .source: "提供元"
            case .day: "この日まで"
            }
        },
        nameExample: "名前の一部",
        found: { count, _ in "\(count) 件" },
        filter: { field, value in
            switch field {
            case .center: "センター \(value)"
            case .keywords: "#\(value)"
            case .photographer: "撮影 \(value)"
            case .location: "撮影地 \(value)"
            case .text, .firstYear, .lastYear, .media, .source, .day: value
            }
        },
        example: { field in
            switch field {
            case .text: "例: moon landing (英語)"
            case .firstYear: "例: 1969"
            case .lastYear: "例: 1972"
            case .center: "例: JSC, JPL"
            case .keywords: "例: Moon, Apollo 11"
            case .photographer: "名前"
            case .location: "例: Houston, TX"
            case .media: "例: video, audio"
            case .source: "例: apod, commons"
            case .day: "2026-10-02、または sol"
            }
        })
}

extension ViewerStrings {
    static let japanese = ViewerStrings(
        advice: { advice in
            switch advice {
            case .startXtermAsVT340:
                "ブロック表示: xterm は -ti vt340 で起動すると画像を表示できます"
            case .openTmux:
                "ブロック表示: tmux では set -g allow-passthrough on が必要かもしれません"
            case .updateTmux: "ブロック表示: この tmux は画像を失います。3.8 以降は中継します"
            case .enableImagesInVSCode:
                "ブロック表示: VS Code は設定 terminal.integrated.enableImages が必要です"
            case .raiseXtermLimit(let limit):
                """
                写真は \(limit.width)x\(limit.height) ピクセルまでです。xterm の maxGraphicSize を \
                4096x4096 などに上げてください
                """
            }
        },
        aligning: "[位置合わせ]",
        nameOfPlace: "表示の名前: ",
        bits: { "(\($0) ビット)" })
}

extension StatusStrings {
    static let japanese = StatusStrings(
        tooSmall: "狭すぎ",
        standardInput: "標準入力", earth: "地球", mars: "火星", moon: "月",
        sharpening: { "[オリジナル: \($0)]" },
        originalPassedOver: { "[オリジナルは \($0)、表示中: \($1)]" },
        originalMissing: { "[オリジナルなし、表示中: \($0)]" },
        kept: "[オフライン]", damaged: "[破損]",
        frame: { "コマ \($0)/\($1)" },
        page: { "画像 \($0)/\($1)" },
        still: { "[► 動画: 静止画 \($0)/\($1)]" },
        stillOfVideo: { "[► 動画: \($0[.photo(.copyAddress)]) でアドレスをコピー]" },
        reading: { "[写真を読み込み中: \($0)%]" },
        spilling: { "[写真を読み込み中: \($0)%、ディスクに \($1)]" },
        sharpeningFailed: { "大きい版の取得に失敗、\($0[.screen(.retry)]): 再試行" },
        opening: "開いています…",
        lookingUp: "写真を検索中…",
        decoding: "デコード中…",
        waiting: { "サーバーが混雑しています。\($0) 秒後に再試行" },
        loading: { "読み込み中: \($0)" },
        fetching: { "\($1) の \($0)%" },
        fetchingSoFar: { "\($0) 受信済み" },
        notSandboxed: "サンドボックスなし",
        moving: "移動中",
        atRest: "静止",
        bytes: { "\($0) バイト" },
        peakMemory: { "最大メモリー \($0) MB" },
        tiles: { "タイル \($0) 枚、再利用 \($1)%、メモリー \($2) MB、ディスク \($3) MB" })
}

extension NoticeStrings {
    static let japanese = NoticeStrings(
        saving: "オリジナルを保存中…",
        noAlbum: "この写真はアルバムに入っていません。",
        noPhoto: "写真が選ばれていません。",
        noSearch: "ファイルは検索できません。NASA の検索にはファイルなしで起動してください。",
        noPage: "この写真のウェブページはありません。",
        noName: "標準入力にはコピーする名前がありません。",
        noDetails: "この写真の詳細はありません。",
        onlyOfTheLibrary: "NASA のライブラリーの写真でのみ使えます。",
        alreadyAFile: "この写真はすでにこのコンピューターのファイルです。",
        noRecording: "NASA には再生できるファイルがありません。",
        onlySound: { "音声に画像はありません。\($0[.photo(.copyAddress)]) でアドレスをコピーできます。" },
        quitKey: { "\($0[.stack(.quit)]) を押すと終了します。" },
        copied: { "コピーしました: \($0)" },
        viewIsKept: "写真を替えても倍率と位置を保ちます。",
        viewIsNotKept: "写真ごとに倍率を元に戻します。",
        marked: { "別の写真で \($0[.compare(.mark)]) を押すと比べられます。" },
        notMarked: "比較をやめました",
        aligning: { "この写真だけが動きます (\($0[.compare(.align)]): 両方に戻す)" },
        aligned: "2 枚の写真が一緒に動きます。",
        blinking: { rate, strings in
            "毎秒 \(rate) 回切り替え (\(strings[.compare(.blink)]): 停止)"
        },
        blinkingStopped: "切り替えを停止しました",
        tooNarrow: "2 枚を並べる幅がありません。",
        openingDay: { "\($0) の画像を探しています…" },
        noLaterDay: "これより後の画像はありません。",
        noEarlierDay: "これより前の画像はありません。",
        slideshow: { "スライドショー: 1 枚 \($0) 秒 (\($1[.view(.slideshow)]): 停止)" },
        slideshowStopped: "スライドショーを停止しました",
        favouriteNow: { "★ お気に入りに追加しました (\($0[.list(.favourites)]): 一覧)" },
        favouriteNoLonger: "お気に入りから外しました",
        exporting: { "この部分を保存中… \($0)%" },
        exported: { "保存しました: \($0)、\($1)" + ($2 ? " (調整込み)" : "") },
        placeKept: { "★ 表示を保存しました (\($0[.list(.places)]): 一覧)" },
        placeForgotten: "表示を削除しました",
        onlyInTheViewer: { "先に写真を開いてください (\($0[.screen(.open)]))。" },
        saved: { "保存しました: \($0)、\($1)" },
        browsing: "ブラウザーでページを開いています…",
        notSandboxed: "サンドボックスが使えないため、なしで写真をデコードします。",
        noBrowser: { "ブラウザーを起動できません。ページは \($0)" })
}

extension HelpStrings {
    static let japanese = HelpStrings(
        title: "キー",
        find: "文字を入力して探す",
        count: "数字を前に打つと繰り返し",
        nothingFound: "その操作のキーはここにはありません。",
        viewer: Viewer(
            step: { "\($0)% 動かす" },
            page: "1 画面分動かす",
            sideEdges: "左端、右端",
            topEdges: "上端、下端",
            toggleZoom: "100% に拡大、戻す",
            peek: "一時的に全体を表示",
            zoomStep: "拡大、縮小",
            fit: "幅に合わせる",
            original: "原寸 (100%)",
            centre: "中央へ",
            keepView: "倍率と位置を保つ",
            slideshow: { "スライド (9\($0[.view(.slideshow)]): 9秒)" },
            compare: "選んで比較",
            animation: "アニメーションを停止",
            part: "コマ、ページ、日",
            overlay: "描画の統計",
            list: "写真の一覧",
            info: "写真の詳細",
            export: "表示部分を保存",
            keepPlace: "この表示を保存",
            copyLink: "位置のリンクをコピー",
            inspect: "ピクセルを調べる",
            setPoint: "ここから計測"),
        comparison: Comparison(
            flip: "もう一方の写真",
            blink: "毎秒切り替える",
            sideBySide: "並べる",
            align: "この写真だけ動かす",
            next: "次の写真と比較",
            previous: "前の写真と比較"),
        library: Library(
            step: "移動",
            page: "次、前のページ",
            edges: "最初、最後の写真",
            open: "写真を表示",
            layout: "リストかグリッド",
            zoomStep: "サムネイルの大きさ",
            info: "写真の詳細",
            removeFilter: "絞り込みを解除",
            day: "前の日、次の日",
            pictureOfTheDay: "今日の一枚",
            popular: "人気の写真"),
        detail: Detail(
            step: "スクロール",
            page: "次、前のページ",
            edges: "先頭、末尾",
            open: "全画面、またはリンク",
            layout: "次のリンク",
            info: "全メタデータ (EXIF)"),
        photo: Photo(
            next: "次の写真",
            previous: "前の写真",
            search: "検索",
            album: "写真のアルバム",
            favourites: "お気に入り",
            places: "保存した表示",
            favourite: "お気に入り 入/切",
            save: "オリジナルを保存",
            copyID: "ID をコピー",
            copyAddress: "アドレスをコピー",
            browse: "ウェブページを開く"),
        other: Other(
            retry: "再試行、更新",
            redraw: "画面を再描画",
            help: "このヘルプ",
            back: "戻る",
            quit: "戻る、最後は終了",
            interrupt: "すぐに終了",
            suspend: "中断 (fg で再開)"))
}

extension KeyStrings {
    // Japanese keyboards have English names on these keys.
    static let japanese = KeyStrings(
        control: "Ctrl+",
        alt: "Alt+",
        shift: "Shift+",
        name: { $0 == .character(" ") ? "スペース" : englishName(of: $0) },
        section: { section in
            switch section {
            case .essentials: "基本"
            case .comparing: "比較"
            case .photos: "写真"
            case .zooming: "拡大"
            case .picture: "画像"
            case .moving: "移動"
            case .thisPhoto: "この写真"
            case .library: "ライブラリー"
            case .program: "プログラム"
            }
        })
}

extension LocalStrings {
    static let japanese = LocalStrings(
        groupSeparator: ",",
        decimalSeparator: ".",
        percentSpace: "",
        months: (1...12).map { "\($0)月" },
        or: "または",
        monthYear: { month, year in "\(year)年\(month)" },
        dayMonthYear: { day, month, year in "\(year)年\(month)\(day)日" })
}
