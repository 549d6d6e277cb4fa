internal import Imaging
internal import PhotoPipeline
internal import TerminalProtocols

extension DiagnosisStrings {
    static let japanese = DiagnosisStrings(
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
        noDecoder: "写真をデコードできません。",
        unasked: { failure in
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
        multiplexer: .japanese)

    private static func name(_ operation: SandboxStatus.ForbiddenOperation) -> String {
        switch operation {
        case .openFiles: "ファイルを開く"
        case .useNetwork: "ネットワークの使用"
        case .signalProcesses: "プロセスへのシグナル送信"
        }
    }
}

extension MultiplexerAdvice {
    static let japanese = MultiplexerAdvice(
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
