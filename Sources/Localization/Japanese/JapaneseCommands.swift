internal import Imaging
internal import PhotoCatalog
internal import Settings
internal import TerminalProtocols

extension ArgumentStrings {
    static let japanese = ArgumentStrings(
        noTerminal:
            "描画できる端末がありません。画像は --print、テキストは --plain で出力できます。",
        noThreads:
            "スレッドを作れません。ほかのプログラムを終了するか、制限を上げてください (ulimit -a)。",
        noProc:
            "必要な /proc を読めません。マウントするか、見える環境で nasa-view を実行してください。",
        fewDescriptors: {
            "開けるファイルが足りません (\($0) 個必要)。制限を上げてください (ulimit -n)。"
        },
        littleMemory: {
            "アドレス空間が足りません (\($0) MB 必要)。制限を上げてください (ulimit -v)。"
        },
        crashed: { log in
            "プログラムが異常終了しました。"
                + (log.map { "直前の動作は \($0) にあります。" }
                    ?? "NASA_VIEW_LOG=FILE で動作を記録できます。")
        },
        nothingToPrint:
            "出力するものがありません。写真 (NASA ID、ファイル、URL) か --demo を指定してください。",
        sizeIsInCells:
            "--size の単位は文字セルになりました。ピクセルなら 800x600px のように px を付けてください。",
        nothingToCompare: "--compare には写真が 2 枚必要です。",
        noDemo: "デモの写真がありません。NASA_VIEW_DEMO でフォルダーを指定してください。",
        noList: "--stdin-list には標準入力に名前が必要です (find の出力など)。",
        popularAlone: "--popular は語、絞り込み、--offline と一緒には使えません。",
        mediaTypes:
            "--media は image、video、audio のいずれか、またはコンマで区切って指定してください。",
        api:
            "--api と NASA_VIEW_API は https://、またはこのコンピューターの http:// に限ります。",
        memory: "--memory は 16M 以上で指定してください。",
        cellSize: {
            "セルの大きさは 10x20 のように、\($0)x\($0) ピクセルまでで指定してください。"
        },
        day: { text, isSol in
            isSol
                ? "「\(text)」は火星日 (sol) ではありません。1520 のような番号を書いてください。"
                : "「\(text)」は日付ではありません。2026-10-02 のように書いてください。"
        },
        place: {
            """
            「#\($0)」は写真の位置ではありません。#xywh=X,Y,WIDTH,HEIGHT か #X,Y,ZOOM と書いてください。
            """
        },
        area: "--area は写真のピクセルで X,Y,WIDTH,HEIGHT と指定してください。",
        target: "--to は .png、.jpg、.jpeg で終わるファイルにしてください。",
        fileExists: { "\($0) はすでにあります。--force で置き換えます。" },
        seeHelp: "nasa-view --help を参照してください。",
        meant: { "不明なコマンド「\($0)」です。\($1) のことですか?" },
        outputFailed: { "標準出力に書き込めません: \($0)。" })
}

extension CacheStrings {
    static let japanese = CacheStrings(
        off: "キャッシュはオフです。",
        contents: { "\($0) 件、\($2) のうち \($1)" },
        cleared: { "\($0) 件を削除しました (\($1))。" },
        trouble: { trouble in
            switch trouble {
            case .diskFull: "ディスクがいっぱいです。新しい写真はキャッシュされません。"
            case .notWritable:
                "キャッシュフォルダーに書き込めません。何もキャッシュされません。"
            case .notOurs:
                "キャッシュフォルダーは別のユーザーのものです。何もキャッシュされません。"
            case .isLink: "キャッシュフォルダーがリンクです。何もキャッシュされません。"
            case .unusable(let reason):
                "キャッシュを使えません (\(reason))。何もキャッシュされません。"
            }
        },
        archiveFailure: { failure in
            switch failure {
            case .noPlace:
                "ホームフォルダーがありません。お気に入りと履歴は保存されません。"
            case .newerVersion:
                "お気に入りと履歴は新しい nasa-view のものです。nasa-view を更新してください。"
            case .notOurs(let path):
                "お気に入りと履歴は保存されません。\(path) は別のユーザーのものです。"
            case .isLink(let path):
                "お気に入りと履歴は保存されません。\(path) はリンクです。"
            case .damagedAgain:
                "お気に入りと履歴を使えません (新しいファイルも破損しています)。"
            case .endless:
                "お気に入りと履歴を使えません (問い合わせが終わりません)。"
            case .unusable(let reason): "お気に入りと履歴を使えません (\(reason))。"
            }
        },
        archiveNotice: { notice in
            switch notice {
            case .wasReset(let path):
                "お気に入りと履歴が壊れていたため初期化しました。元のファイル: \(path)"
            }
        },
        offline: { "サーバーに接続できません。\($0)に保存した内容を表示しています。" },
        daysAgo: { "\(LocalStrings.japanese.number($0)) 日前" },
        hoursAgo: { "\($0) 時間前" },
        minutesAgo: { "\($0) 分前" },
        momentAgo: "たった今")
}

extension CommandStrings {
    static let japanese = CommandStrings(
        moreFailures: { "ほかに \($0) 件が失敗しました。" },
        facts: Facts(
            id: "ID",
            title: "題名",
            credit: "クレジット",
            date: "日付",
            center: "センター",
            location: "撮影地",
            keywords: "キーワード",
            albums: "アルバム",
            page: "ページ",
            licence: "ライセンス",
            video: "動画"),
        received: { "\($0) / \($1)" },
        pixels: { "\($0) × \($1) ピクセル" },
        more: { "\($1) 件のうち \($0) 件です。--search とその条件で絞り込めます。" },
        noFavourite: { "\($0) はお気に入りにありません。" },
        noSuchSize: { name, size, sizes in
            let list = sizes.isEmpty ? "なし" : sizes.joined(separator: ", ")
            return "\(name) にサイズ「\(size)」はありません。使えるサイズ: \(list)。"
        },
        noFolder: { "フォルダー \($0) はありません。" },
        notWritable: { "\($0) に書き込めません。権限を確認してください。" },
        diskFull:
            "ディスクがいっぱいです。空きを作って再試行すると、ダウンロードを続けます。",
        outside: { "範囲が \($0) (\($1) ピクセル) の外にあります。" },
        tooLargeForFormat: {
            "JPEG の幅と高さは \($0) ピクセルまでです。PNG で保存してください。"
        },
        tooMuchOfTiles: {
            "タイルの画像から一度に保存できるのは \($0) メガピクセルまでです。拡大してください。"
        },
        busy: { "\($0) はほかのプログラムが使用中です。" },
        tooManyOfName: { "\($0) を保存できません: この名前のファイルが多すぎます。" },
        unusable: { "\($0) を保存できません (\($1))。" })
}

extension ConfigurationStrings {
    static let japanese = ConfigurationStrings(
        fault: { kind in
            switch kind {
            case .noName: "ここに名前が必要です"
            case .noEquals: "ここに = が必要です"
            case .noValue: "ここに引用符付きの文字列、数値、リストのいずれかが必要です"
            case .openText: "引用符が閉じていません"
            case .openList: "このリストに ] かコンマがありません"
            case .openTable: "] がありません"
            case .unknownEscape: "不明なエスケープです。バックスラッシュは \\\\ と書きます"
            case .leftover: "値の後に余分な文字があります"
            case .unsupported: "未対応の書き方です"
            case .twice(let name): "\(name) は上で設定済みです。この行は無視されます"
            case .tooLong: "ファイルが長すぎます"
            case .unreadable: "ファイルを読めません。権限を確認してください"
            case .unknownSetting(let name, let meant):
                "不明な設定「\(name)」です。\(meantOrAll(meant))"
            case .wrongValue(let name, let value, .words(let words)):
                "\(name) の「\(value)」は不明です。使える値: \(list(words))"
            case .wrongValue(let name, let value, .range(let range)):
                "\(name) は \(range.lowerBound)–\(range.upperBound) です (指定: \(value))"
            case .wrongValue(let name, let value, .examples(let examples)):
                "\(name) の「\(value)」は正しくありません。例: \(list(examples))"
            case .unknownAction(let name, let meant):
                "不明な操作「\(name)」です。\(meantOrAll(meant))"
            case .unknownKey(let name):
                "不明なキー「\(name)」です。nasa-view で ? を押すと一覧が出ます"
            case .keptKey(let name): "キー \(name) は変更できません"
            }
        },
        noFile: { "\($0) (なし)" },
        noHome: "ホームフォルダーがないため、設定ファイルはありません。",
        byDefault: "既定値",
        file: { "ファイル、\($0) 行目" },
        environment: { "環境変数、\($0)" },
        flag: { "オプション、--\($0)" },
        automatic: "自動")

    private static func meantOrAll(_ meant: String?) -> String {
        meant.map { "「\($0)」のことですか?" } ?? "nasa-view config で一覧を表示します"
    }

    private static func list(_ words: [String]) -> String {
        LocalStrings.japanese.alternatives(words)
    }
}

extension ManualStrings {
    static let japanese = ManualStrings(
        headings: Headings(
            section: "ユーザーコマンド",
            name: "名前",
            synopsis: "書式",
            description: "説明",
            options: "オプション",
            commands: "コマンド",
            keys: "キー",
            environment: "環境変数",
            files: "ファイル",
            exitStatus: "終了ステータス",
            examples: "使用例",
            seeAlso: "関連項目",
            bugs: "バグ"),
        keys: Keys(
            viewer: "ビューアーで",
            comparison: "2 枚の写真の比較中 (ビューアーのキーのほかに)",
            library: "リストとグリッドで",
            detail: "写真のページで"),
        variables: Variables(
            like: { "\($0) と同じ。オプションが優先されます。" },
            start: "最初の検索。",
            demo: "付属の写真のフォルダー。",
            log: "記録用のファイル: キーからバイトまで、すべてのコマ。",
            noColour: "空でなければ文字に色を付けません。画像の色はそのままです。",
            language: "ほかで設定されていないときの言語。",
            terminal: "端末の識別に使います。"),
        files: Files(
            settings: { "設定。既定のフォルダー: \($0)。" },
            cache: { "キャッシュした応答と画像。既定のフォルダー: \($0)。" },
            archive: { "お気に入り、検索、閲覧した写真。既定のフォルダー: \($0)。" }),
        statuses: [
            "成功。",
            "失敗。理由は標準エラー出力にあります。",
            "コマンド行の誤り、または描画できる端末がない。",
            "その写真、ファイル、ページはない。",
            "ネットワークがない。",
            "画像ではない。",
            "壊れていて表示できない画像。",
        ])
}
