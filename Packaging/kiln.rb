# A formula for a tap: `brew install --HEAD ./Packaging/kiln.rb` builds the newest commit.
#
# A tap for a release says its own `url` and `sha256`; nothing else changes.
class Kiln < Formula
  desc "Bake game sprites into texture atlases"
  homepage "https://github.com/kiln/kiln"
  head "https://github.com/kiln/kiln.git", branch: "main"

  depends_on "pkgconf" => :build
  depends_on xcode: ["26.0", :build]
  depends_on "giflib"
  depends_on "jpeg-turbo"
  depends_on "libdeflate"
  depends_on "libpng"
  depends_on "little-cms2"
  depends_on "openssl@3"
  depends_on "webp"

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
