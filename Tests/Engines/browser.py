"""What real engines of the web draw, in headless Chromium: PixiJS 6, and the browser's own CSS.

PixiJS comes from PyPI, inside a widget for notebooks that bundles it; a newer one does not. What changed since
(borders, for one) readers/pixi.py follows from its documentation.
"""

import base64
import io
import os
import pathlib
import re
import urllib.parse
import zipfile

from atlas import Atlas, Sprite, descriptors
from PIL import Image
from playwright.sync_api import sync_playwright

PAGE = """<!doctype html><meta charset="utf-8"><script type="module" src="/pixi.js"></script>"""

# The pixels of every sprite, drawn alone by the engine, one pixel of the page for one of the target.
DRAW = """async (file) => {
    PIXI.settings.SCALE_MODE = PIXI.SCALE_MODES.NEAREST;
    const loader = new PIXI.Loader();
    loader.add("atlas", file);
    await new Promise((done) => loader.load(done));
    const sheet = loader.resources.atlas.spritesheet;
    if (!sheet) return { error: String(loader.resources.atlas.error) };
    const renderer = new PIXI.Renderer({ width: 8, height: 8, backgroundAlpha: 0 });
    const bytes = (array) => btoa(Array.from(array, (byte) => String.fromCharCode(byte)).join(""));
    const sprites = Object.entries(sheet.textures).map(([name, texture]) => {
        const sprite = new PIXI.Sprite(texture);
        const target = PIXI.RenderTexture.create({
            width: sprite.width, height: sprite.height, resolution: texture.baseTexture.resolution,
        });
        sprite.position.set(sprite.anchor.x * sprite.width, sprite.anchor.y * sprite.height);
        renderer.render(sprite, { renderTexture: target });
        const anchor = [sprite.anchor.x, sprite.anchor.y];
        const pixels = bytes(renderer.plugins.extract.pixels(target));
        return { name, width: sprite.width, height: sprite.height, anchor, pixels };
    });
    const animations = Object.fromEntries(
        Object.entries(sheet.animations).map(([name, textures]) =>
            [name, textures.map((texture) => texture && texture.textureCacheIds[0])]));
    const resolution = sheet.baseTexture.resolution;
    renderer.destroy();
    PIXI.utils.destroyTextureCache();
    return { sprites, animations, resolution };
}"""

# A look drawn by the lines of Documentation/atlases.md, one pixel of the page for one of the canvas.
LOOK = """async ([files, look, options]) => {
    const { Game } = await import("/kiln.js");
    const game = await Game.load("/manifest.json");
    PIXI.settings.SCALE_MODE = PIXI.SCALE_MODES.NEAREST;
    const loader = new PIXI.Loader();
    for (const file of files) loader.add(file, file);
    await new Promise((done) => loader.load(done));
    const textures = Object.assign({}, ...files.map((file) => loader.resources[file].spritesheet.textures));
    const pet = new PIXI.Container();
    const { scale } = options;
    for (const step of game.drawList({ ...game.look(look.species), ...look }, options)) {
        const sprite = new PIXI.Sprite(textures[step.frame]);
        sprite.anchor.set(0);
        sprite.position.set(step.untrimmedX / scale, step.untrimmedY / scale);
        pet.addChild(sprite);
    }
    const { x, y, width, height } = game.area;
    const renderer = new PIXI.Renderer({ width: 8, height: 8, backgroundAlpha: 0 });
    const target = PIXI.RenderTexture.create({ width, height, resolution: scale });
    pet.position.set(-x, -y);
    renderer.render(pet, { renderTexture: target });
    const pixels = renderer.plugins.extract.pixels(target);
    renderer.destroy();
    PIXI.utils.destroyTextureCache();
    return { width: width * scale, height: height * scale, pixels: btoa(Array.from(pixels, (byte) => String.fromCharCode(byte)).join("")) };
}"""


class Chromium:
    def __enter__(self):
        self.playwright = sync_playwright().start()
        self.browser = self.playwright.chromium.launch(
            executable_path=os.environ.get("KILN_CHROMIUM", "/usr/bin/chromium"),
            # A renderer of WebGL that needs no graphics card.
            args=["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
        )
        return self

    def __exit__(self, *error):
        self.browser.close()
        self.playwright.stop()

    def serve(self, folder, files, density=1):
        """A page that sees the files of a folder as a server gives them, by their URLs."""
        page = self.browser.new_page(device_scale_factor=density)

        def answer(route):
            path = urllib.parse.unquote(urllib.parse.urlsplit(route.request.url).path)[1:]
            if path in files:
                kind = "text/html" if path == "" else "text/javascript"
                route.fulfill(body=files[path], content_type=kind)
            elif (folder / path).is_file():
                route.fulfill(path=str(folder / path))
            else:
                route.fulfill(status=404)

        page.route("http://kiln.test/**", answer)
        page.goto("http://kiln.test/")
        return page


def pixi_source(wheel):
    """The bundle with the namespace of PixiJS made global."""
    text = zipfile.ZipFile(wheel).read("gosling/static/widget.js").decode()
    namespace = re.search(r"var (\w+)=\{\};(?=\w+\(\1,\{ALPHA_MODES:)", text)
    return text[: namespace.end()] + f"globalThis.PIXI={namespace[1]};" + text[namespace.end() :]


def pixi(chromium, source, folder, scale):
    """What PixiJS draws of the sheets in a folder."""
    page = chromium.serve(folder, {"": PAGE, "pixi.js": source})
    page.wait_for_function("globalThis.PIXI?.VERSION")
    atlas = Atlas(animations={})
    for path in descriptors(folder, "*.json", scale):
        drawn = page.evaluate(DRAW, "/" + urllib.parse.quote(path.relative_to(folder).as_posix()))
        if "error" in drawn:
            raise ValueError(f"{path.name}: {drawn['error']}")
        for each in drawn["sprites"]:
            size = (each["width"], each["height"])
            pixels = tuple(round(side * drawn["resolution"]) for side in size)
            image = Image.frombytes("RGBA", pixels, base64.b64decode(each["pixels"]))
            anchor = tuple(each["anchor"])
            atlas.sprites[each["name"]] = Sprite(image, size, anchor if anchor != (0, 0) else None)
        for name, frames in drawn["animations"].items():
            if None not in frames:
                atlas.animations[name] = frames
    page.close()
    return atlas


def pixi_look(chromium, source, folder, target, look, options):
    """What PixiJS draws of a baked look, from the steps of the web player's draw list."""
    player = pathlib.Path(__file__).parents[2] / "Examples/web/kiln.js"
    page = chromium.serve(folder, {"": PAGE, "pixi.js": source, "kiln.js": player.read_text()})
    page.wait_for_function("globalThis.PIXI?.VERSION")
    sheets = descriptors(folder / target, "*.json", options["scale"])
    urls = ["/" + urllib.parse.quote(path.relative_to(folder).as_posix()) for path in sheets]
    drawn = page.evaluate(LOOK, [urls, look, options])
    page.close()
    return Image.frombytes("RGBA", (drawn["width"], drawn["height"]), base64.b64decode(drawn["pixels"]))


def css(chromium, folder, scale):
    """What the browser shows of every class on a screen of that density."""
    page = chromium.serve(folder, {"": PAGE, "pixi.js": ""}, density=scale)
    atlas = Atlas()
    for path in sorted(folder.glob("*.css")):
        page.set_content(
            '<meta charset="utf-8"><style>body { margin: 0; background: transparent }</style>'
            f'<link rel="stylesheet" href="http://kiln.test/{urllib.parse.quote(path.name)}">',
            wait_until="networkidle",
        )
        for name, words in css_classes(path.read_text()).items():
            # What a page's author writes: the classes as words of an attribute.
            page.evaluate(
                "(words) => { document.body.innerHTML = '<i></i>'; document.body.firstChild.className = words; }",
                words,
            )
            page.wait_for_load_state("networkidle")
            box = page.locator("i")
            shown = box.bounding_box()
            image = Image.open(io.BytesIO(box.screenshot(omit_background=True))).convert("RGBA")
            atlas.sprites[name] = Sprite(image, (shown["width"], shown["height"]))
    page.close()
    return atlas


def css_classes(text):
    """The words of the class attribute by sprite: a rule's classes; a comment before them tells its name."""
    rules = re.findall(r'^(?:/\* data-name="(.*?)" \*/\s*)?((?:\.[\w-]+){2}) \{', text, re.M)
    return {name or rule.split(".")[-1]: rule.replace(".", " ").strip() for name, rule in rules}


def wheel(folder):
    return next(pathlib.Path(folder).glob("gosling-*.whl"))
