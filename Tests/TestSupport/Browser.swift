public import Foundation

/// Headless Chromium, driven by Tests/Browser/drive.py.
public enum Browser {
    /// A Python that has Playwright: `KILN_BROWSER_PYTHON`, see `make test-browser`.
    private static let python =
        ProcessInfo.processInfo.environment["KILN_BROWSER_PYTHON"] ?? "python3"
    public static let isPresent =
        Tool.run(python, ["-c", "import playwright"]) != nil
        && FileManager.default.isExecutableFile(
            atPath: ProcessInfo.processInfo.environment["KILN_CHROMIUM"] ?? "/usr/bin/chromium"
        )
    public static let absence = "Chromium or Playwright is absent; see `make test-browser`"

    public struct Outcome {
        public var results: [Any]
        /// Errors and warnings on the console.
        public var messages: [String]
        public var requests: [String]
    }

    /// Opens a page and does what `steps` say, see the script; nil when that fails.
    ///
    /// With `served`, a folder, a server gives out what is in it, and `page` is a path below it.
    public static func drive(
        _ page: URL,
        hash: String = "",
        options: [String: Any] = [:],
        served: URL? = nil,
        _ steps: [[String: Any]]
    ) throws -> Outcome? {
        var job = options
        job["page"] = served == nil ? page.path : page.relativeString
        job["serve"] = served?.path
        job["hash"] = hash
        job["steps"] = steps
        let input = try JSONSerialization.data(withJSONObject: job)
        let script = Repository.file("Tests/Browser/drive.py").path
        guard let output = Tool.run(python, [script], input: input),
            let answer = try JSONSerialization.jsonObject(with: output) as? [String: Any]
        else { return nil }
        return Outcome(
            results: answer["results"] as? [Any] ?? [],
            messages: answer["messages"] as? [String] ?? [],
            requests: answer["requests"] as? [String] ?? []
        )
    }

    /// Straight RGBA with colors multiplied by alpha, as a canvas keeps them: one that is asked for its
    /// pixels divides again, and rounds halves in its own way.
    public static func multiplied(_ bytes: [UInt8]) -> [UInt8] {
        bytes.indices.map { index in
            index % 4 == 3
                ? bytes[index] : UInt8((Int(bytes[index]) * Int(bytes[index | 3]) + 127) / 255)
        }
    }

    /// What can be pressed and is smaller than 24 pixels each way, as JavaScript.
    public static let smallTargets = """
        () => [...document.querySelectorAll('a[href], button, input, select')]
          .filter((own) => !own.disabled && own.checkVisibility())
          .map((own) => own.closest('label') ?? own)
          .map((own) => [own, own.getBoundingClientRect()])
          // Out of sight until it has the focus.
          .filter(([, box]) => box.right > 0 && (box.width < 24 || box.height < 24))
          .map(([own, box]) => `${own.outerHTML.slice(0, 100)}: ${box.width} x ${box.height}`)
        """

    /// Texts whose contrast is less than 4.5 to 1, as JavaScript; those over pictures are left out.
    public static let faintTexts = """
        () => {
          const pixel = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
          // Whatever notation a color has.
          const channels = (color) => {
            pixel.clearRect(0, 0, 1, 1);
            pixel.fillStyle = color;
            pixel.fillRect(0, 0, 1, 1);
            const [r, g, b, a] = pixel.getImageData(0, 0, 1, 1).data;
            return [r, g, b, a / 255];
          };
          const over = ([r, g, b, a], [x, y, z]) => [r * a + x * (1 - a), g * a + y * (1 - a), b * a + z * (1 - a), 1];
          const linear = (value) => value <= 10.31475 ? value / 3294.6 : ((value / 255 + .055) / 1.055) ** 2.4;
          const light = ([r, g, b]) => .2126 * linear(r) + .7152 * linear(g) + .0722 * linear(b);
          const behind = (own) => {
            if (!own) return [255, 255, 255, 1];
            const style = getComputedStyle(own);
            if (style.backgroundImage !== 'none') return null;
            const color = channels(style.backgroundColor);
            if (color[3] === 1) return color;
            const below = behind(own.parentElement);
            return below && over(color, below);
          };
          const faint = [];
          const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          while (texts.nextNode()) {
            const own = texts.currentNode.parentElement;
            if (!texts.currentNode.data.trim() || !own.checkVisibility() || own.matches('script, option')) continue;
            if (own.closest(':disabled, svg') || own.closest('label')?.control?.disabled) continue;
            const ground = behind(own);
            if (!ground) continue;
            let cover = 1;
            for (let at = own; at; at = at.parentElement) cover *= Number(getComputedStyle(at).opacity);
            const color = channels(getComputedStyle(own).color);
            if (cover === 0) continue;
            const [a, b] = [light(over([color[0], color[1], color[2], color[3] * cover], ground)), light(ground)];
            const contrast = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
            if (contrast < 4.5) faint.push(`${contrast.toFixed(2)}: ${texts.currentNode.data.trim().slice(0, 40)}`);
          }
          return faint;
        }
        """
}
