# A formula for a tap. `make release` fills in the version and the repository's address, or that of the clone
# where the repository has none, and writes the result to dist/kiln.rb.
class Kiln < Formula
  desc "Bake game sprites into texture atlases"
  homepage "@ADDRESS@"
  url "@ADDRESS@", using: :git, tag: "@VERSION@"
  license "Apache-2.0" => { with: "Swift-exception" }
  head "@ADDRESS@", using: :git, branch: "main"

  depends_on "pkgconf" => :build
  depends_on xcode: ["26.0", :build]
  depends_on "giflib"
  depends_on "jpeg-turbo"
  depends_on "libdeflate"
  depends_on "libavif"
  depends_on "libevent"
  depends_on "libpng"
  depends_on "little-cms2"
  depends_on "openssl@3"
  depends_on "webp"
  depends_on "zstd"

  uses_from_macos "zlib"

  on_linux do
    depends_on "swift" => :build
  end

  def install
    # SwiftPM's own sandbox does not run inside Homebrew's.
    ENV["SWIFT"] = "swift"
    ENV["KILN_TOOL"] = "1"
    system "swift", "build", "--disable-sandbox", "--configuration", "release", "--product", "kiln"
    system "Scripts/stage", ".build/release/kiln", prefix
  end

  test do
    assert_match "kiln #{version}", shell_output("#{bin}/kiln --version") unless head?
    system bin/"kiln", "init", "game"
    system bin/"kiln", "bake", "game", "--output", "out"
    assert_path_exists testpath/"out/manifest.json"
  end
end
