internal import Imaging
internal import TerminalProtocols

extension DoctorStrings {
    /// A terminal's quirk as a sentence of `doctor`.
    static let japaneseQuirk: @Sendable (TerminalQuirk) -> SafeText = { quirk in
        switch quirk {
        case .unused(let graphics):
            "\(graphics.rawValue) に対応すると答えますが、ここでは使いません。"
        case .tried(true): "kitty の画像の一部を配置できます (確認済み)。"
        case .tried(false):
            "kitty の画像の一部を配置できない (確認済み) ため、kitty は使いません。"
        case .untried: "kitty の画像の一部を配置できるか、確認できませんでした。"
        case .media(let media): "画像を受け取る方法: \(list(media))。"
        case .store(let bytes): "一度に渡す画像は \(bytes / 1_000_000) MB までです。"
        case .removalDeletesPicture: "画面から外した画像は、保管場所からも消えます。"
        case .picturesInPieces:
            "画像の受信中はキーを読まないため、画像を分割して送ります。"
        case .unicodePlaceholders: "プレースホルダー文字の位置に画像を描きます。"
        case .picturesStayInCells: "画像は画面を消去するまでセルに残ります。"
        case .pictureCount(let count):
            "保持する sixel 画像は \(count) 枚なので、1 ページもそれまでです。"
        case .registers(let count): "返答にかかわらず、sixel レジスターは \(count) 個です。"
        case .sixelLimit(let size):
            "\(size.width)x\(size.height) ピクセルを超える sixel 画像は表示されないことがあります。"
        case .sixelFaults: "この版は sixel を正しく描かないことがあります。新しい版は正常です。"
        case .scrolledPictures:
            "画像は文字と一緒に動くので、移動時は新しい部分だけを送ります。"
        case .virtualCell(let size):
            "フォントにかかわらず、画像のセルは \(size.width)x\(size.height) ピクセルです。"
        case .fractionalCells: "セルの大きさがピクセルの整数倍ではありません。"
        case .slowTrueColour: "多色のブロックの描画が遅いため、256 色にします。"
        case .mousePixelsFromZero: "マウスのピクセルを 0 から数えます。"
        case .lostPassthrough:
            "外側の端末に渡すべきものを失います。3.8 以降では直っています。"
        }
    }

    private static func list(_ media: [KittyMedium]) -> String {
        media.map { medium in
            switch medium {
            case .sharedMemory: "共有メモリー"
            case .file: "ファイル"
            case .direct: "エスケープシーケンス"
            }
        }.joined(separator: "、")
    }
}
