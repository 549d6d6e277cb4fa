internal import Imaging
internal import PhotoPipeline
internal import TerminalProtocols

extension DoctorStrings {
    static let japanese = DoctorStrings(
        verdict: .japanese,
        headings: Headings(
            program: "プログラム",
            version: "バージョン",
            environment: "環境",
            asked: "質問",
            answered: "返答",
            decided: "結果",
            why: "理由"),
        count: { "\($1) 問のうち \($0) 問" },
        answered: { "端末は\($0)に返答しました。最後の返答まで \($1) ms です。" },
        timedOut: { "端末は \($1) ms 以内に\($0)に返答しましたが、最後の質問には返答していません。" },
        notAsked: { failure in
            switch failure {
            case .noTerminal: "質問できる端末がありません。以下は環境だけに基づきます。"
            case .pipe:
                """
                出力先のパイプの読み手が端末を使っている可能性があるため、端末に質問しませんでした。\
                以下は環境だけに基づきます。ファイルに書き出してください: nasa-view doctor > report.md
                """
            case .background:
                "バックグラウンドで動作中のため、端末に質問しませんでした。以下は環境だけに基づきます。"
            case .kind:
                """
                この TERM の端末は質問を文字として表示する可能性があるため、質問しません。\
                以下は環境だけに基づきます。
                """
            }
        },
        query: { query in
            switch query {
            case .version: "名前とバージョン (XTVERSION)"
            case .secondaryAttributes: "端末の種類 (DA2)"
            case .sixelGeometry: "現在の sixel の大きさ"
            case .cellPixels: "セルのピクセル数 (16t)"
            case .textAreaPixels: "文字領域のピクセル数 (14t)"
            case .synchronizedUpdates: "同期更新 (mode 2026)"
            case .mousePixels: "ピクセル単位のマウス (mode 1016)"
            case .resizeReports: "大きさの通知 (mode 2048)"
            case .colourSchemeReports: "明暗の通知 (mode 2031)"
            case .visibilityReports: "可視状態の通知 (mode 2033)"
            case .background: "背景色 (OSC 11)"
            case .primaryAttributes: "機能 (DA1)"
            case .kittyGraphics, .sixelLimit, .sixelRegisters, .keyboard:
                DoctorText.code(of: query)
            }
        },
        topic: { topic in
            switch topic {
            case .terminal: "端末"
            case .window: "ウィンドウ"
            case .cell: "セルの大きさ"
            case .graphics: "画像"
            case .passage: "中継"
            case .registers: "sixel レジスター"
            case .pictureLimit: "sixel の上限"
            case .colours: "文字の色"
            case .synchronizedUpdates: "同期更新"
            case .keyboard: "kitty キーボード"
            case .mousePixels: "マウスのピクセル"
            case .resizeReports: "大きさの通知"
            case .background: "背景"
            case .colourSchemeReports: "明暗の通知"
            case .visibilityReports: "可視状態"
            case .hyperlinks: "リンク"
            case .progress: "進行状況バー"
            case .rightToLeft: "右から左の文字を並べ替え"
            }
        },
        setting: { setting in
            switch setting {
            case 0: "不明"
            case 1: "オン"
            case 2: "オフ"
            case 3: "常にオン"
            case 4: "常にオフ"
            default: "無効な値"
            }
        },
        error: { "エラー \($0)" },
        yes: "はい",
        no: "いいえ",
        unknown: "不明",
        noneNamed: "返答なし",
        bits: "24 ビット",
        rightToLeft: { support in
            switch support {
            case .none: "いいえ"
            case .words: "はい (語ごと)"
            case .switched: "はい (無効にするまで)"
            case .rows: "はい (行全体)"
            }
        },
        cells: { "\($0)x\($1) セル" },
        namesSixel: "DA1 に sixel (4) がある",
        namesNoSixel: "DA1 に sixel (4) がない",
        answerTo: { $0 + " への返答" },
        noAnswerTo: { $0 + " への返答なし" },
        wasNotAsked: "質問していない",
        kernel: "カーネル (TIOCGWINSZ)",
        assumed: "仮定 (情報なし)",
        measuredIn: { "\($0) の既知の情報" },
        tried: "試行: 画像の一部を配置できる",
        quirks: { name in
            name.isEmpty ? "この端末について考慮している点:" : "\(name) について考慮している点:"
        },
        quirk: japaneseQuirk,
        chart: { "\($0) では、各区画は上に書かれた色になるはずです:" },
        multiplexer: .japanese,
        sandbox: { status in
            switch status {
            case .holds:
                """
                写真はサンドボックスでデコードされ、ファイルを開くこと、ネットワークの使用、ほかのプロセス\
                へのシグナル送信はできません (確認済み)。
                """
            case .open(let operations):
                """
                写真は別プロセスでデコードされますが、このシステムでは隔離されません。確認では次のことが\
                できました: \(operations.map(name).joined(separator: "、"))。
                """
            case .broken:
                """
                写真は別プロセスでデコードされますが、起動できませんでした。メモリーと開けるファイルに\
                余裕ができるまで写真を表示できません。
                """
            case .none:
                """
                このシステムでは別プロセスを使えないため、写真はプログラム自身がデコードします。\
                デコーダーが異常終了するとプログラムも終了します。
                """
            }
        },
        unknownVersion: "不明",
        isSet: "設定あり")

    private static func name(_ operation: SandboxStatus.ForbiddenOperation) -> String {
        switch operation {
        case .openFiles: "ファイルを開く"
        case .useNetwork: "ネットワークの使用"
        case .signalProcesses: "プロセスへのシグナル送信"
        }
    }
}

extension VerdictStrings {
    static let japanese = VerdictStrings(
        pictures: { "画像: \($0)、\($1.string)。" },
        picturesThrough: { "画像: \($1) 経由の \($0)、\($2.string)。" },
        unknown: "画像: 不明。",
        allColours: "フルカラー",
        colours: { "\($0) 色" },
        allWell: "問題はありません。",
        notAsked: "端末に質問しませんでした。",
        noAnswer: "端末は返答しませんでした。",
        advice: { advice in
            switch advice {
            case .startXtermAsVT340:
                "xterm は -ti vt340 で起動すると画像を表示できます。"
            case .openTmux:
                "tmux で画像を表示するには tmux.conf に書きます: set -g allow-passthrough on"
            case .updateTmux:
                """
                この版の tmux は中継すべき画像を失います。3.8 以降では失いません。\
                sixel 付きでビルドされた tmux なら自身の sixel も使えます。
                """
            case .enableImagesInVSCode:
                """
                VS Code は設定に "terminal.integrated.enableImages": true があると画像を表示します。
                """
            case .raiseXtermLimit(let limit):
                """
                写真は \(limit.width)x\(limit.height) ピクセルまでです。xterm を \
                -xrm 'XTerm*maxGraphicSize: 4096x4096' で起動すると大きくなります。
                """
            }
        },
        noPictures: """
            この端末は画像を表示できません。表示できる端末: kitty、Ghostty、Konsole、foot、WezTerm、iTerm2。
            """,
        noSandbox: "写真はサンドボックスなしでデコードされます。",
        noDecoder: "写真をデコードできません。")
}

extension MultiplexerStrings {
    static let japanese = MultiplexerStrings(
        pane: { "\($0)、ペインの位置 \($1),\($2)" },
        fromOutside: "、外側の端末",
        namesSixel: "外側の端末の DA1 に sixel (4) がある",
        noAnswer: "外側の端末からの返答なし",
        answers: "外側の端末からの返答",
        noPlace: "ペインの位置が不明",
        noPictures: "外側の端末は画像を表示できない",
        answered: { "\($0) 経由で、外側の端末は \($2) 問のうち \($1) 問に返答しました:" },
        makeActive: { "ペインの位置が不明です。\($0) のアクティブなペインにしてください。" },
        outsideIsPlain: { "\($0) の外側の端末は返答しますが、画像を表示できません。" },
        unknownPictures: {
            """
            \($0) は中継した画像を管理しません。上書きされた画像は Ctrl+L で再描画できます。
            """
        },
        keptPictures: {
            """
            \($0) は中継した画像を管理しません。上書きされた画像は Ctrl+L で再描画できます。\
            ほかのウィンドウでも kitty は画像を表示し続けます。
            """
        },
        asText: { "\($0)、文字として (Unicode プレースホルダー)" },
        textPictures: {
            """
            \($0) にとって画像は文字 (Unicode プレースホルダー) です。移動も切り取りも再描画も \
            \($0) が行います。
            """
        },
        tmuxIsClosed: """
            tmux は外側の端末に何も渡しません。tmux.conf に `set -g allow-passthrough on` と書くと\
            外側の端末が画像を表示できます。新しい tmux は自分で sixel を描きます。
            """,
        tmuxIsSilent: "tmux がペインの位置を返さないため、tmux 経由の画像は送りません。",
        screenIsSilent: "GNU screen の外側の端末は返答しませんでした。")
}
