# The formula for Homebrew. A release sets its url, version and sha256; until then it builds the head:
#   brew install --HEAD ./Sources/Distribution/nasa-view.rb
class NasaView < Formula
  desc "View NASA's photos in the terminal"
  homepage "https://images.nasa.gov"
  license :cannot_represent
  head "file://#{File.expand_path("../..", __dir__)}", using: :git, branch: "main"

  depends_on "pkgconf" => :build
  depends_on xcode: ["26.0", :build] if OS.mac?
  depends_on "curl"
  depends_on "jpeg-turbo"
  depends_on "libpng"
  depends_on "libtiff"
  depends_on "little-cms2"
  depends_on "ncurses"
  depends_on "sqlite"
  depends_on "openexr"
  depends_on "openjpeg"
  depends_on "webp"
  depends_on "jpeg-xl" => :recommended
  depends_on "isa-l" => :recommended
  depends_on "libheif" => :recommended

  def install
    system "make", "install", "PREFIX=#{prefix}"
  end

  test do
    ENV["NASA_VIEW_DEMO"] = "#{share}/nasa-view/demo"
    assert_match "nasa-view", shell_output("#{bin}/nasa-view --version")
    assert_match(/\e\[/, shell_output("#{bin}/nasa-view --demo --print --size 20x10"))
  end
end
