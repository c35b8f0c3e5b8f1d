# Draws each texture of list.txt alone, without a change of color: drawn_0.png, drawn_1.png, …
extends Node

func _ready():
    var list = File.new()
    list.open("res://list.txt", File.READ)
    var names = list.get_as_text().split("\n", false)
    for number in range(names.size()):
        var texture = load(names[number])
        if texture != null:
            yield(draw(texture, "res://drawn_%d.png" % number), "completed")
    get_tree().quit()

func draw(texture, file):
    var viewport = Viewport.new()
    viewport.size = texture.get_size()
    viewport.transparent_bg = true
    viewport.usage = Viewport.USAGE_2D
    viewport.render_target_update_mode = Viewport.UPDATE_ALWAYS
    viewport.render_target_v_flip = true
    add_child(viewport)
    var sprite = Sprite.new()
    sprite.texture = texture
    sprite.centered = false
    sprite.material = CanvasItemMaterial.new()
    sprite.material.blend_mode = CanvasItemMaterial.BLEND_MODE_PREMULT_ALPHA
    viewport.add_child(sprite)
    yield(get_tree(), "idle_frame")
    yield(VisualServer, "frame_post_draw")
    viewport.get_texture().get_data().save_png(file)
    viewport.queue_free()
