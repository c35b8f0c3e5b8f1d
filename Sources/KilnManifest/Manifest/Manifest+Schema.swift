extension Manifest {
    /// The JSON Schema (draft 2020-12) of a manifest, with a line feed at its end.
    ///
    /// Schemas/manifest.schema.json holds the same text.
    package static let schema = #"""
        {
          "$schema": "https://json-schema.org/draft/2020-12/schema",
          "title": "Kiln manifest",
          "description": "Everything that a bake emitted. Lengths are points (pixels at scale 1), origin top-left, y down; ids are stable from bake to bake.",
          "type": "object",
          "properties": {
            "format": {
              "description": "Says that the file is a Kiln manifest.",
              "const": "kiln-manifest"
            },
            "version": {
              "description": "Of this format.",
              "const": 1
            },
            "generator": {
              "description": "The program that wrote the manifest.",
              "type": "object",
              "properties": {
                "name": {
                  "description": "kiln.",
                  "type": "string"
                },
                "version": {
                  "description": "As kiln --version prints it.",
                  "type": "string"
                }
              },
              "required": [
                "name",
                "version"
              ],
              "additionalProperties": false
            },
            "digest": {
              "description": "SHA-256 of this file with these 64 digits as zeros: shows that nobody changed it since a bake wrote it.",
              "type": "string",
              "pattern": "^[0-9a-f]{64}$"
            },
            "name": {
              "description": "The catalog's name.",
              "type": "string"
            },
            "canvas": {
              "description": "The size of a composed pet.",
              "type": "object",
              "properties": {
                "width": {
                  "description": "In points.",
                  "type": "integer",
                  "minimum": 1
                },
                "height": {
                  "description": "In points.",
                  "type": "integer",
                  "minimum": 1
                },
                "bleed": {
                  "description": "Room around the canvas into which layers reach, in points; composites show it too. Absent when there is none.",
                  "type": "object",
                  "properties": {
                    "top": { "type": "integer", "minimum": 0 },
                    "right": { "type": "integer", "minimum": 0 },
                    "bottom": { "type": "integer", "minimum": 0 },
                    "left": { "type": "integer", "minimum": 0 }
                  },
                  "required": ["bottom", "left", "right", "top"],
                  "additionalProperties": false
                }
              },
              "required": [
                "height",
                "width"
              ],
              "additionalProperties": false
            },
            "axes": {
              "description": "In the order of the catalog.",
              "type": "array",
              "items": {
                "$ref": "#/$defs/axis"
              }
            },
            "species": {
              "description": "In the order of the catalog.",
              "type": "array",
              "items": {
                "$ref": "#/$defs/species"
              }
            },
            "items": {
              "description": "In the order of the catalog, which breaks ties of z.",
              "type": "array",
              "items": {
                "$ref": "#/$defs/item"
              }
            },
            "looks": {
              "description": "In the order of the catalog.",
              "type": "array",
              "items": {
                "$ref": "#/$defs/namedLook"
              }
            },
            "targets": {
              "description": "In the order of the catalog.",
              "type": "array",
              "items": {
                "$ref": "#/$defs/target"
              }
            },
            "files": {
              "description": "Every other file of the bake, sorted by path.",
              "type": "array",
              "items": {
                "$ref": "#/$defs/file"
              }
            },
            "images": {
              "description": "Pictures that belong to no species, in the order of the catalog.",
              "type": "array",
              "items": {
                "$ref": "#/$defs/image"
              }
            },
            "palettes": {
              "description": "Colors with names, in the order of the catalog; absent when it names none.",
              "type": "array",
              "items": {
                "$ref": "#/$defs/palette"
              }
            },
            "slots": {
              "description": "Places for items of one kind, in the order of the catalog.",
              "type": "array",
              "items": {
                "$ref": "#/$defs/slot"
              }
            },
            "extras": {
              "description": "What the catalog says for the game alone; Kiln does not look into it.",
              "type": "object"
            },
            "retired": {
              "description": "What earlier bakes had and this one lacks on purpose: ids by kind, or of any kind; * and ? are wildcards. Parts of a thing are called thing/part, as dog/head. Absent when nothing is retired.",
              "type": "object",
              "propertyNames": {
                "enum": [
                  "species",
                  "items",
                  "looks",
                  "images",
                  "slots",
                  "targets",
                  "axes",
                  "anchors",
                  "animations",
                  "wearing",
                  "styles",
                  "any"
                ]
              },
              "additionalProperties": {
                "type": "array",
                "items": {
                  "type": "string"
                }
              }
            }
          },
          "required": [
            "axes",
            "canvas",
            "files",
            "format",
            "generator",
            "items",
            "looks",
            "name",
            "species",
            "targets",
            "version"
          ],
          "additionalProperties": false,
          "$defs": {
            "point": {
              "description": "A place or a vector.",
              "type": "object",
              "properties": {
                "x": {
                  "description": "Rightwards.",
                  "type": "number"
                },
                "y": {
                  "description": "Downwards.",
                  "type": "number"
                }
              },
              "required": [
                "x",
                "y"
              ],
              "additionalProperties": false
            },
            "animation": {
              "description": "Frames shown one after another.",
              "type": "object",
              "properties": {
                "frames": {
                  "description": "Indexes into the art's frames, in the order of play.",
                  "type": "array",
                  "items": {
                    "type": "integer",
                    "minimum": 0
                  },
                  "minItems": 1
                },
                "fps": {
                  "description": "Frames a second; the mean, where frames have durations.",
                  "type": "number",
                  "exclusiveMinimum": 0
                },
                "loop": {
                  "description": "Whether it begins again at its end.",
                  "type": "boolean"
                },
                "durations": {
                  "description": "How long each of frames is shown, in milliseconds; without it each is shown for 1 / fps seconds.",
                  "type": "array",
                  "items": {
                    "type": "integer",
                    "minimum": 1
                  },
                  "minItems": 1
                }
              },
              "required": [
                "fps",
                "frames",
                "loop"
              ],
              "additionalProperties": false
            },
            "axisValue": {
              "description": "A value of an axis, where there is more to tell than its id.",
              "type": "object",
              "properties": {
                "name": {
                  "description": "For people.",
                  "type": "string"
                },
                "raw": {
                  "description": "What the game stores for it; unique in the axis.",
                  "type": ["integer", "string"]
                },
                "range": {
                  "description": "The numbers that it stands for, from the first up to the second; of the last value that has any the second too.",
                  "type": "array",
                  "items": {
                    "type": "number"
                  },
                  "minItems": 2,
                  "maxItems": 2
                },
                "fallback": {
                  "description": "Values whose art stands in where this one has none, in order.",
                  "type": "array",
                  "items": {
                    "type": "string"
                  }
                },
                "extras": {
                  "description": "What the catalog says for the game alone; Kiln does not look into it.",
                  "type": "object"
                }
              },
              "additionalProperties": false
            },
            "art": {
              "description": "The frames that show a species, or an item on a species. Of arts of one species, part and sheet the one is drawn that fits the look: the lowest level first, then values before their fallbacks, earlier axes before later ones.",
              "type": "object",
              "properties": {
                "species": {
                  "description": "The species' id.",
                  "type": "string"
                },
                "axes": {
                  "description": "The axis values that this art is for; axes that are not named do not matter.",
                  "type": "object",
                  "additionalProperties": {
                    "type": "string"
                  }
                },
                "level": {
                  "description": "Which naming template found it; absent, 0.",
                  "type": "integer",
                  "minimum": 0
                },
                "part": {
                  "description": "Which layer of a thing of several it is; all are drawn, each at its z. Absent where there is one.",
                  "type": "integer",
                  "minimum": 0
                },
                "sheet": {
                  "description": "The value of <animation> in the file's name; what is drawn together has one value, or none. Absent where one file shows all animations.",
                  "type": "string"
                },
                "asset": {
                  "description": "The asset that naming resolved to.",
                  "type": "string"
                },
                "frames": {
                  "description": "Names of frames, in the order of the sheet's cells.",
                  "type": "array",
                  "items": {
                    "type": "string"
                  },
                  "minItems": 1
                },
                "origins": {
                  "description": "Where the top-left corner of a frame's untrimmed picture lies on the canvas: one place for all frames of the base, or one for each. At scale N the corner lies at pixel floor(N * place + 1/2).",
                  "type": "array",
                  "items": {
                    "$ref": "#/$defs/point"
                  },
                  "minItems": 1
                },
                "z": {
                  "description": "Layer order: the base is 0, negative is behind it; ties go by the order of items.",
                  "type": "integer"
                },
                "animations": {
                  "description": "Animations by name; none for an overlay, which follows its base.",
                  "type": "object",
                  "additionalProperties": {
                    "$ref": "#/$defs/animation"
                  }
                },
                "placeholder": {
                  "description": "Whether it only stands in for art that nobody has drawn yet; absent, false.",
                  "type": "boolean"
                }
              },
              "required": [
                "animations",
                "asset",
                "axes",
                "frames",
                "origins",
                "species",
                "z"
              ],
              "additionalProperties": false
            },
            "axis": {
              "description": "A named choice that art may depend on, such as a mood.",
              "type": "object",
              "properties": {
                "name": {
                  "description": "As looks name it.",
                  "type": "string"
                },
                "values": {
                  "description": "All there are.",
                  "type": "array",
                  "items": {
                    "type": "string"
                  },
                  "minItems": 1
                },
                "default": {
                  "description": "What is meant when a look does not say; absent, the first value.",
                  "type": "string"
                },
                "unknown": {
                  "description": "What raw values stand for that no value has; absent, the default.",
                  "type": "string"
                },
                "kind": {
                  "description": "locale: a value is looked up as BCP 47 does, pt-BR as pt.",
                  "const": "locale"
                },
                "details": {
                  "description": "More about single values, by value.",
                  "type": "object",
                  "additionalProperties": {
                    "$ref": "#/$defs/axisValue"
                  }
                },
                "extras": {
                  "description": "What the catalog says for the game alone; Kiln does not look into it.",
                  "type": "object"
                }
              },
              "required": [
                "name",
                "values"
              ],
              "additionalProperties": false
            },
            "species": {
              "description": "A pet kind.",
              "type": "object",
              "properties": {
                "id": {
                  "description": "Never changes; saves keep it.",
                  "type": "string"
                },
                "name": {
                  "description": "For people.",
                  "type": "string"
                },
                "anchors": {
                  "description": "Places on the pet in points of the canvas: one for all frames, or one a frame of the sheet.",
                  "type": "object",
                  "additionalProperties": {
                    "description": "One point, or one a frame.",
                    "type": "array",
                    "items": {
                      "$ref": "#/$defs/point"
                    },
                    "minItems": 1
                  }
                },
                "art": {
                  "description": "The undressed pet, once for every value of the axes that its file name depends on.",
                  "type": "array",
                  "items": {
                    "$ref": "#/$defs/art"
                  }
                },
                "extras": {
                  "description": "What the catalog says for the game alone; Kiln does not look into it.",
                  "type": "object"
                }
              },
              "required": [
                "anchors",
                "art",
                "id",
                "name"
              ],
              "additionalProperties": false
            },
            "item": {
              "description": "Something a pet wears.",
              "type": "object",
              "properties": {
                "id": {
                  "description": "Never changes; saves keep it.",
                  "type": "string"
                },
                "name": {
                  "description": "For people.",
                  "type": "string"
                },
                "equipStyle": {
                  "description": "replaceSprite takes the place of the pet's own sprite and of other outfits; overlay is drawn over the pet, and overlays add up.",
                  "enum": [
                    "replaceSprite",
                    "overlay"
                  ]
                },
                "art": {
                  "description": "Per species (and axis values) what is drawn; a species without art cannot wear the item.",
                  "type": "array",
                  "items": {
                    "$ref": "#/$defs/art"
                  }
                },
                "slot": {
                  "description": "The id of the slot that it takes.",
                  "type": "string"
                },
                "extras": {
                  "description": "What the catalog says for the game alone; Kiln does not look into it.",
                  "type": "object"
                }
              },
              "required": [
                "art",
                "equipStyle",
                "id",
                "name"
              ],
              "additionalProperties": false
            },
            "look": {
              "description": "A dressed pet.",
              "type": "object",
              "properties": {
                "species": {
                  "description": "The species' id.",
                  "type": "string"
                },
                "base": {
                  "description": "The outfit worn in place of the pet's own sprite.",
                  "type": "string"
                },
                "overlays": {
                  "description": "Ids of overlays.",
                  "type": "array",
                  "items": {
                    "type": "string"
                  }
                },
                "axes": {
                  "description": "Chosen axis values; an axis that is not named has its first value.",
                  "type": "object",
                  "additionalProperties": {
                    "type": "string"
                  }
                }
              },
              "required": [
                "axes",
                "overlays",
                "species"
              ],
              "additionalProperties": false
            },
            "namedLook": {
              "description": "A look that the catalog names.",
              "type": "object",
              "properties": {
                "id": {
                  "description": "Its name.",
                  "type": "string"
                },
                "look": {
                  "$ref": "#/$defs/look"
                },
                "background": {
                  "description": "The id of an image that Kiln's own pictures of the look show behind it, filling the canvas and its bleed.",
                  "type": "string"
                },
                "extras": {
                  "description": "What the catalog says for the game alone; Kiln does not look into it.",
                  "type": "object"
                }
              },
              "required": [
                "id",
                "look"
              ],
              "additionalProperties": false
            },
            "imageArt": {
              "description": "What an image shows for values of axes. Of arts of one image the one is drawn that fits the values: the lowest level first, then values before their fallbacks, earlier axes before later ones.",
              "type": "object",
              "properties": {
                "axes": {
                  "description": "The axis values that this art is for; axes that are not named do not matter.",
                  "type": "object",
                  "additionalProperties": {
                    "type": "string"
                  }
                },
                "level": {
                  "description": "Which naming template found it, from 0; without it 0.",
                  "type": "integer",
                  "minimum": 0
                },
                "asset": {
                  "description": "The asset that naming resolved to.",
                  "type": "string"
                },
                "frames": {
                  "description": "Names of frames, in the order of the sheet's cells.",
                  "type": "array",
                  "items": {
                    "type": "string"
                  },
                  "minItems": 1
                },
                "width": {
                  "description": "Of the untrimmed picture, in points.",
                  "type": "integer",
                  "minimum": 1
                },
                "height": {
                  "description": "Of the untrimmed picture, in points.",
                  "type": "integer",
                  "minimum": 1
                },
                "animations": {
                  "description": "Animations by name; absent when there are none.",
                  "type": "object",
                  "additionalProperties": {
                    "$ref": "#/$defs/animation"
                  }
                },
                "placeholder": {
                  "description": "Whether it only stands in for a picture that nobody has drawn yet; absent, false.",
                  "type": "boolean"
                }
              },
              "required": [
                "asset",
                "axes",
                "frames",
                "height",
                "width"
              ],
              "additionalProperties": false
            },
            "image": {
              "description": "A picture that belongs to no species, such as a room or a shop's icon.",
              "type": "object",
              "properties": {
                "id": {
                  "description": "What the game calls it.",
                  "type": "string"
                },
                "name": {
                  "description": "For people.",
                  "type": "string"
                },
                "frames": {
                  "description": "Names of frames, in the order of the sheet's cells; targets that take the image hold them.",
                  "type": "array",
                  "items": {
                    "type": "string"
                  },
                  "minItems": 1
                },
                "width": {
                  "description": "Of the untrimmed picture, in points.",
                  "type": "integer",
                  "minimum": 1
                },
                "height": {
                  "description": "Of the untrimmed picture, in points.",
                  "type": "integer",
                  "minimum": 1
                },
                "animations": {
                  "description": "Animations by name; absent when there are none.",
                  "type": "object",
                  "additionalProperties": {
                    "$ref": "#/$defs/animation"
                  }
                },
                "art": {
                  "description": "What it shows for values of axes, each picture once; what else the image says is of the axes' default values. Absent for an image that follows no axes.",
                  "type": "array",
                  "items": {
                    "$ref": "#/$defs/imageArt"
                  },
                  "minItems": 1
                },
                "extras": {
                  "description": "What the catalog says for the game alone; Kiln does not look into it.",
                  "type": "object"
                },
                "placeholder": {
                  "description": "Whether it only stands in for a picture that nobody has drawn yet; absent, false.",
                  "type": "boolean"
                }
              },
              "required": [
                "frames",
                "height",
                "id",
                "name",
                "width"
              ],
              "additionalProperties": false
            },
            "slot": {
              "description": "A place on a pet for items of one kind, such as its head.",
              "type": "object",
              "properties": {
                "id": {
                  "description": "As items name it.",
                  "type": "string"
                },
                "name": {
                  "description": "For people.",
                  "type": "string"
                },
                "max": {
                  "description": "How many of its items are worn at once; one more takes the oldest off.",
                  "type": "integer",
                  "minimum": 1
                },
                "extras": {
                  "description": "What the catalog says for the game alone; Kiln does not look into it.",
                  "type": "object"
                }
              },
              "required": [
                "id",
                "max",
                "name"
              ],
              "additionalProperties": false
            },
            "pageImage": {
              "description": "A page at one scale.",
              "type": "object",
              "properties": {
                "scale": {
                  "description": "Pixels per point.",
                  "type": "integer",
                  "minimum": 1
                },
                "path": {
                  "description": "The PNG or the raw words, relative to the manifest; / separates.",
                  "type": "string"
                },
                "pixels": {
                  "description": "For raw words of 16 bits instead of a PNG: how they are made up.",
                  "type": "string",
                  "enum": [
                    "rgba4444",
                    "rgb565"
                  ]
                },
                "sides": {
                  "description": "PNGs with the same layout, by the suffix of their sprites' names.",
                  "type": "object",
                  "additionalProperties": {
                    "type": "string"
                  }
                },
                "premultiplied": {
                  "description": "Whether colors in the image are multiplied by alpha.",
                  "type": "boolean"
                }
              },
              "required": [
                "path",
                "premultiplied",
                "scale"
              ],
              "additionalProperties": false
            },
            "page": {
              "description": "One atlas image, at every scale of the target.",
              "type": "object",
              "properties": {
                "width": {
                  "description": "In points; at scale N the image is N times as large in pixels.",
                  "type": "integer",
                  "minimum": 1
                },
                "height": {
                  "description": "In points.",
                  "type": "integer",
                  "minimum": 1
                },
                "images": {
                  "description": "One for each scale of the target.",
                  "type": "array",
                  "items": {
                    "$ref": "#/$defs/pageImage"
                  },
                  "minItems": 1
                }
              },
              "required": [
                "height",
                "images",
                "width"
              ],
              "additionalProperties": false
            },
            "palette": {
              "description": "Colors with a name.",
              "type": "object",
              "properties": {
                "name": {
                  "description": "What the catalog calls it.",
                  "type": "string"
                },
                "colors": {
                  "description": "As #RRGGBB.",
                  "type": "array",
                  "items": {
                    "type": "string",
                    "pattern": "^#[0-9A-F]{6}$"
                  }
                },
                "roles": {
                  "description": "What each of the colors is for; absent when they are told apart by their order.",
                  "type": "array",
                  "items": {
                    "type": "string"
                  }
                }
              },
              "required": [
                "colors",
                "name"
              ],
              "additionalProperties": false
            },
            "nineSlice": {
              "description": "Widths of the borders that do not stretch, in points.",
              "type": "object",
              "properties": {
                "left": {
                  "description": "From the left.",
                  "type": "integer",
                  "minimum": 0
                },
                "top": {
                  "description": "From the top.",
                  "type": "integer",
                  "minimum": 0
                },
                "right": {
                  "description": "From the right.",
                  "type": "integer",
                  "minimum": 0
                },
                "bottom": {
                  "description": "From the bottom.",
                  "type": "integer",
                  "minimum": 0
                }
              },
              "required": [
                "bottom",
                "left",
                "right",
                "top"
              ],
              "additionalProperties": false
            },
            "mesh": {
              "description": "Triangles that cover what a frame shows; drawn instead of its rectangle they fill fewer pixels.",
              "type": "object",
              "properties": {
                "vertices": {
                  "description": "x and y of each corner in turn, in points of the untrimmed picture, y down.",
                  "type": "array",
                  "items": {
                    "type": "integer",
                    "minimum": 0
                  },
                  "minItems": 6
                },
                "triangles": {
                  "description": "Three indexes of corners for each triangle.",
                  "type": "array",
                  "items": {
                    "type": "integer",
                    "minimum": 0
                  },
                  "minItems": 3
                }
              },
              "required": [
                "triangles",
                "vertices"
              ],
              "additionalProperties": false
            },
            "frame": {
              "description": "One picture on a page; all lengths are points.",
              "type": "object",
              "properties": {
                "page": {
                  "description": "Index into the target's pages.",
                  "type": "integer",
                  "minimum": 0
                },
                "x": {
                  "description": "The left edge on the page.",
                  "type": "integer",
                  "minimum": 0
                },
                "y": {
                  "description": "The top edge on the page.",
                  "type": "integer",
                  "minimum": 0
                },
                "width": {
                  "description": "The width of the trimmed picture as it is seen; 0 when it is fully clear.",
                  "type": "integer",
                  "minimum": 0
                },
                "height": {
                  "description": "The height of the trimmed picture as it is seen.",
                  "type": "integer",
                  "minimum": 0
                },
                "rotated": {
                  "description": "True when the picture lies on the page turned by 90 degrees, clockwise unless counterclockwise is true; it is height wide and width high there.",
                  "type": "boolean"
                },
                "counterclockwise": {
                  "description": "True for a rotated picture that lies turned counterclockwise instead, on pages for libGDX alone.",
                  "type": "boolean"
                },
                "trimX": {
                  "description": "Where the trimmed picture lay in the untrimmed one.",
                  "type": "integer",
                  "minimum": 0
                },
                "trimY": {
                  "description": "Where the trimmed picture lay in the untrimmed one.",
                  "type": "integer",
                  "minimum": 0
                },
                "sourceWidth": {
                  "description": "The width of the untrimmed picture.",
                  "type": "integer",
                  "minimum": 1
                },
                "sourceHeight": {
                  "description": "The height of the untrimmed picture.",
                  "type": "integer",
                  "minimum": 1
                },
                "pivot": {
                  "$ref": "#/$defs/point",
                  "description": "Of the untrimmed picture, 0 to 1 each way from the top-left corner."
                },
                "nineSlice": {
                  "$ref": "#/$defs/nineSlice"
                },
                "mesh": {
                  "$ref": "#/$defs/mesh"
                },
                "template": {
                  "description": "True for a shape in one color, which a game may color itself; absent otherwise.",
                  "const": true
                }
              },
              "required": [
                "height",
                "page",
                "pivot",
                "rotated",
                "sourceHeight",
                "sourceWidth",
                "trimX",
                "trimY",
                "width",
                "x",
                "y"
              ],
              "additionalProperties": false
            },
            "target": {
              "description": "One output: atlas pages and the frames on them.",
              "type": "object",
              "properties": {
                "id": {
                  "description": "The folder's name in the output.",
                  "type": "string"
                },
                "kind": {
                  "description": "atlas, composites, images, xcassets or eink.",
                  "type": "string"
                },
                "scales": {
                  "description": "Pixels per point of its pages, ascending.",
                  "type": "array",
                  "items": {
                    "type": "integer",
                    "minimum": 1,
                    "maximum": 64
                  },
                  "minItems": 1
                },
                "pages": {
                  "description": "In the order that frames count them.",
                  "type": "array",
                  "items": {
                    "$ref": "#/$defs/page"
                  }
                },
                "frames": {
                  "description": "By name.",
                  "type": "object",
                  "additionalProperties": {
                    "$ref": "#/$defs/frame"
                  }
                },
                "pictures": {
                  "description": "The files of a target without pages: of kind images or xcassets, or of sprites that Xcode packs; of kind eink, what the panel will look like.",
                  "type": "array",
                  "items": {
                    "$ref": "#/$defs/picture"
                  }
                },
                "panel": {
                  "description": "The e-paper panel of a target of kind eink, and the files for it.",
                  "$ref": "#/$defs/panel"
                }
              },
              "required": [
                "frames",
                "id",
                "kind",
                "pages",
                "scales"
              ],
              "additionalProperties": false
            },
            "picture": {
              "description": "A look, an item or an image in a file of its own.",
              "type": "object",
              "properties": {
                "id": {
                  "description": "Of the look, the item or the image; the name of an app icon or a frame.",
                  "type": "string"
                },
                "of": {
                  "description": "What it shows.",
                  "type": "string",
                  "enum": [
                    "look",
                    "item",
                    "image",
                    "appIcon",
                    "frame"
                  ]
                },
                "width": {
                  "description": "In pixels.",
                  "type": "integer",
                  "minimum": 1
                },
                "height": {
                  "description": "In pixels.",
                  "type": "integer",
                  "minimum": 1
                },
                "scale": {
                  "description": "Pixels per point, or per pixel of a size that the target names.",
                  "type": "integer",
                  "minimum": 1
                },
                "path": {
                  "description": "The PNG, relative to the manifest; / separates.",
                  "type": "string"
                },
                "asset": {
                  "description": "What an app asks an asset catalog for, such as items/hat.",
                  "type": "string"
                },
                "appearance": {
                  "description": "When the system shows it in place of the others.",
                  "type": "string",
                  "enum": [
                    "dark",
                    "tinted"
                  ]
                },
                "axes": {
                  "description": "Of an image that follows axes: the values that it is for.",
                  "type": "object",
                  "additionalProperties": {
                    "type": "string"
                  }
                },
                "rendering": {
                  "description": "Whether only alpha counts (template), or never (original).",
                  "type": "string",
                  "enum": [
                    "template",
                    "original"
                  ]
                }
              },
              "required": [
                "height",
                "id",
                "of",
                "path",
                "scale",
                "width"
              ],
              "additionalProperties": false
            },
            "panel": {
              "description": "An e-paper panel, and what a target draws for it. A file holds a header and then its frames, row by row from the top; the first pixel of a row stands in the highest bits of its first byte.",
              "type": "object",
              "properties": {
                "width": {
                  "description": "In pixels.",
                  "type": "integer",
                  "minimum": 1
                },
                "height": {
                  "description": "In pixels.",
                  "type": "integer",
                  "minimum": 1
                },
                "bitsPerPixel": {
                  "description": "1, 2, 4 or 8: the code of an ink; or 32: bytes of blue, green, red and straight alpha.",
                  "type": "integer",
                  "enum": [
                    1,
                    2,
                    4,
                    8,
                    32
                  ]
                },
                "bytesPerRow": {
                  "description": "Rows are filled up to whole bytes with the code of the first ink.",
                  "type": "integer",
                  "minimum": 1
                },
                "frameBytes": {
                  "description": "Of one frame: the rows together.",
                  "type": "integer",
                  "minimum": 1
                },
                "headerBytes": {
                  "description": "Before the first frame.",
                  "type": "integer",
                  "minimum": 0
                },
                "inks": {
                  "description": "What the panel can show, the darkest first where all are grays; empty where pixels are raw.",
                  "type": "array",
                  "items": {
                    "$ref": "#/$defs/ink"
                  }
                },
                "files": {
                  "description": "In the order of the catalog: looks, items, images.",
                  "type": "array",
                  "items": {
                    "$ref": "#/$defs/panelFile"
                  }
                }
              },
              "required": [
                "bitsPerPixel",
                "bytesPerRow",
                "files",
                "frameBytes",
                "headerBytes",
                "height",
                "inks",
                "width"
              ],
              "additionalProperties": false
            },
            "ink": {
              "description": "One of a panel's colors.",
              "type": "object",
              "properties": {
                "name": {
                  "description": "For people.",
                  "type": "string"
                },
                "code": {
                  "description": "What stands for it in the panel's memory.",
                  "type": "integer",
                  "minimum": 0,
                  "maximum": 255
                },
                "color": {
                  "description": "As it is seen on the panel.",
                  "type": "string",
                  "pattern": "^#[0-9a-fA-F]{6}$"
                }
              },
              "required": [
                "code",
                "color",
                "name"
              ],
              "additionalProperties": false
            },
            "panelFile": {
              "description": "A look, an item or an image as the memory of a panel.",
              "type": "object",
              "properties": {
                "id": {
                  "description": "Of the look, the item or the image.",
                  "type": "string"
                },
                "of": {
                  "description": "What it shows.",
                  "type": "string",
                  "enum": [
                    "look",
                    "item",
                    "image"
                  ]
                },
                "path": {
                  "description": "The binary file, relative to the manifest; / separates.",
                  "type": "string"
                },
                "header": {
                  "description": "The same bytes as a C header.",
                  "type": "string"
                },
                "frames": {
                  "description": "How many different frames the file holds.",
                  "type": "integer",
                  "minimum": 1
                },
                "area": {
                  "description": "Where the picture lies on the panel; paper is around it.",
                  "$ref": "#/$defs/panelArea"
                },
                "previews": {
                  "description": "What the panel will look like, a PNG for each frame.",
                  "type": "array",
                  "items": {
                    "type": "string"
                  }
                },
                "animations": {
                  "description": "By name.",
                  "type": "object",
                  "additionalProperties": {
                    "$ref": "#/$defs/panelAnimation"
                  }
                },
                "changes": {
                  "description": "A JSON file with the same animations.",
                  "type": "string"
                }
              },
              "required": [
                "area",
                "frames",
                "id",
                "of",
                "path"
              ],
              "additionalProperties": false
            },
            "panelArea": {
              "description": "A part of a panel, in pixels.",
              "type": "object",
              "properties": {
                "x": {
                  "type": "integer",
                  "minimum": 0
                },
                "y": {
                  "type": "integer",
                  "minimum": 0
                },
                "width": {
                  "type": "integer",
                  "minimum": 1
                },
                "height": {
                  "type": "integer",
                  "minimum": 1
                }
              },
              "required": [
                "height",
                "width",
                "x",
                "y"
              ],
              "additionalProperties": false
            },
            "panelAnimation": {
              "description": "Which frames of a file follow on each other.",
              "type": "object",
              "properties": {
                "frames": {
                  "description": "Indexes into the file's frames, in the order of play.",
                  "type": "array",
                  "items": {
                    "type": "integer",
                    "minimum": 0
                  }
                },
                "durations": {
                  "description": "How long each of them is shown, in milliseconds.",
                  "type": "array",
                  "items": {
                    "type": "integer",
                    "minimum": 0
                  }
                },
                "loop": {
                  "description": "Whether the first frame follows on the last one.",
                  "type": "boolean"
                },
                "changes": {
                  "description": "From each frame to the next, and from the last to the first when it loops; empty where there is one frame.",
                  "type": "array",
                  "items": {
                    "$ref": "#/$defs/panelChange"
                  }
                }
              },
              "required": [
                "changes",
                "durations",
                "frames",
                "loop"
              ],
              "additionalProperties": false
            },
            "panelChange": {
              "description": "What changes on a panel from one frame to another.",
              "type": "object",
              "properties": {
                "from": {
                  "description": "Index into the file's frames.",
                  "type": "integer",
                  "minimum": 0
                },
                "to": {
                  "description": "Index into the file's frames.",
                  "type": "integer",
                  "minimum": 0
                },
                "pixels": {
                  "description": "How many pixels change.",
                  "type": "integer",
                  "minimum": 0
                },
                "cleared": {
                  "description": "How many of them become the lightest ink: what leaves ghosts behind.",
                  "type": "integer",
                  "minimum": 0
                },
                "rectangles": {
                  "description": "Hold every pixel that changes; x and right sides are multiples of eight, but for the panel's own right side.",
                  "type": "array",
                  "items": {
                    "$ref": "#/$defs/panelArea"
                  }
                }
              },
              "required": [
                "cleared",
                "from",
                "pixels",
                "rectangles",
                "to"
              ],
              "additionalProperties": false
            },
            "file": {
              "description": "An emitted file.",
              "type": "object",
              "properties": {
                "path": {
                  "description": "Relative to the manifest; / separates.",
                  "type": "string"
                },
                "bytes": {
                  "description": "Its size.",
                  "type": "integer",
                  "minimum": 0
                },
                "sha256": {
                  "description": "Of its bytes, in lower-case hexadecimal.",
                  "type": "string",
                  "pattern": "^[0-9a-f]{64}$"
                }
              },
              "required": [
                "bytes",
                "path",
                "sha256"
              ],
              "additionalProperties": false
            }
          }
        }

        """#
}
