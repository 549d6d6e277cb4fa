package protocol GraphicsEncoder: Sendable { func encode(_ frame: Frame, into output: inout [UInt8]) }
