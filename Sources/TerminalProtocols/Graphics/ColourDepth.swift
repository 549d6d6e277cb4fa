/// How many colours text may have.
package enum ColourDepth: Hashable, Sendable { case trueColour, palette256, palette16, monochrome }
