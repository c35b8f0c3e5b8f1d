"""What a real Godot draws of our atlas textures: version 3.2, which Debian has.

It reads the same resource in an older spelling, so the files' words are changed, not their numbers.
"""

import pathlib
import re
import shutil
import subprocess

from atlas import Atlas, Sprite, descriptors, page
from readers.godot import sprite_name

PROJECT = pathlib.Path(__file__).parent / "godot"


def spell_as_3(text):
    text = text.replace("format=3]", "format=2]").replace('"Texture2D"', '"Texture"')
    text = re.sub(r' id="(\d+)"', r" id=\1", text)
    return re.sub(r'ExtResource\("(\d+)"\)', r"ExtResource( \1 )", text)


def draw(folder, scale, scratch):
    project = scratch / "godot project"
    shutil.rmtree(project, ignore_errors=True)
    shutil.copytree(PROJECT, project)
    shutil.copytree(folder, project, dirs_exist_ok=True)
    textures = []
    for path in descriptors(project, "*.tres", scale):
        text = path.read_text()
        if 'type="AtlasTexture"' in text:
            path.write_text(spell_as_3(text))
            textures.append(path)
    names = "\n".join("res://" + path.relative_to(project).as_posix() for path in textures)
    (project / "list.txt").write_text(names)
    # The editor imports the pages; it may fail on its way out.
    godot(project, "--editor", "--quit", "--no-window")
    godot(project, "--audio-driver", "Dummy")
    atlas = Atlas()
    for number, path in enumerate(textures):
        drawn = project / f"drawn_{number}.png"
        if drawn.exists():
            image = page(drawn)
            atlas.sprites[sprite_name(path)] = Sprite(image, image.size)
    return atlas


def godot(project, *options):
    command = ["xvfb-run", "-a", "godot3", "--path", str(project), *options]
    subprocess.run(command, capture_output=True, timeout=120)
