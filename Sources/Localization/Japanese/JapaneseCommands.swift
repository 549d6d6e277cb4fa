internal import Imaging
internal import PhotoCatalog
internal import Settings
internal import TerminalProtocols

extension ProgramStrings {
    static let japanese = ProgramStrings(
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
        outputFailed: { "標準出力に書き込めません: 「\($0)」。" })
}

extension CacheStrings {
    static let japanese = CacheStrings(
        trouble: { trouble in
            switch trouble {
            case .diskFull: "ディスクがいっぱいです。新しい写真はキャッシュされません。"
            case .notWritable:
                "キャッシュフォルダーに書き込めません。何もキャッシュされません。"
            case .notOurs:
                "キャッシュフォルダーは別のユーザーのものです。何もキャッシュされません。"
            case .isLink: "キャッシュフォルダーがリンクです。何もキャッシュされません。"
            case .unusable(let reason):
                "キャッシュを使えません (「\(reason)」)。何もキャッシュされません。"
            }
        },
        archiveFailure: { failure in
            switch failure {
            case .noHomeFolder:
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
            case .unusable(let reason): "お気に入りと履歴を使えません (「\(reason)」)。"
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
        unusable: { "\($0) を保存できません (\($1))。" },
        fileExists: { "\($0) はすでにあります。--force で置き換えます。" })
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
            case .leftover: "行末に余分な文字があります"
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
        })

    private static func meantOrAll(_ meant: String?) -> String {
        meant.map { "「\($0)」のことですか?" } ?? "nasa-view config で一覧を表示します"
    }

    private static func list(_ words: [String]) -> String {
        LocalStrings.japanese.alternatives(words)
    }
}

extension KindStrings {
    static let japanese = KindStrings(
        viewer: "ビューアーで",
        comparison: "2 枚の写真の比較中 (ビューアーのキーのほかに)",
        library: "リストとグリッドで",
        detail: "写真のページで")
}
