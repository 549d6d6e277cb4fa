internal import Imaging
internal import TerminalProtocols

extension PictureStrings {
    static let japanese = PictureStrings(
        curve: { shape in
            switch shape {
            case .linear: "リニア"
            case .automatic: "自動レベル"
            case .asinh: "asinh"
            case .log: "log"
            case .equalised: "平坦化"
            case .inverted: "反転"
            }
        },
        strength: { "強さ \($0)" },
        points: { "黒 \($0)、白 \($1)" },
        noLevels: "レベル: ファイルのまま",
        minimapOn: "マップを表示: クリックかドラッグで移動します",
        minimapOff: "マップを隠しました",
        minimapWaits: "マップをオン: 拡大すると表示されます",
        noMap: "この端末ではバーにだけマップがあります。",
        bands: { SafeText("バンド \($0.text) を赤・緑・青に割り当て") },
        noBandsChosen: "バンド: ファイルのまま",
        noBands: "このファイルにはその 3 つのバンドがありません。",
        help: Help(
            minimap: "マップ 入/切",
            levels: "レベル: 次の曲線",
            strength: "弱く、強く",
            points: "黒点、白点",
            resetLevels: "レベルを解除",
            turn: "右に回転",
            mirror: "左右反転", magnify: "拡大枠の大きさ",
            bands: "3 バンドをカラーで"))
}
