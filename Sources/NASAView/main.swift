import TerminalDevice
import TerminalProtocols
import Imaging
let c = try CursesPage(size: CellSize(columns: 60, rows: 10))
var p = TextPage(size: CellSize(columns: 60, rows: 10))
p.put("héllo ★", row: 2, column: 3, style: .strong)
print(String(decoding: c.bytes(for: p, afresh: true), as: UTF8.self).debugDescription)
p.put("more", row: 4, column: 3)
print(String(decoding: c.bytes(for: p, afresh: false), as: UTF8.self).debugDescription)
