/// The registers of up to six rows of a raster, stored by columns: eight bytes a column, the
/// topmost row first, so that a column is one number to whoever reads it.
package enum RegisterColumns {
    package static let rows = 6
    package static let stride = 8
}
