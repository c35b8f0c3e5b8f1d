#include "CSystem.h"
#include <string.h>

// As arrays in Swift these files would take the compiler more than half a minute.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t diagnostics_md[] = {
#embed "../../Documentation/diagnostics.md"
};
static const uint8_t edges_weights[] = {
#embed "../ChromaKey/Refinement/edges.weights"
};
static const uint8_t kiln_js[] = {
#embed "../../Examples/web/kiln.js"
};
static const uint8_t manifest_schema_json[] = {
#embed "../../Schemas/manifest.schema.json"
};
static const uint8_t manifest_d_ts[] = {
#embed "../../Schemas/manifest.d.ts"
};
static const uint8_t app_js[] = {
#embed "../Bake/Preview/Gallery/Page/app.js"
};
static const uint8_t base_js[] = {
#embed "../Bake/Preview/Gallery/Page/base.js"
};
static const uint8_t coverage_js[] = {
#embed "../Bake/Preview/Gallery/Page/coverage.js"
};
static const uint8_t gallery_css[] = {
#embed "../Bake/Preview/Gallery/Page/gallery.css"
};
static const uint8_t gallery_html[] = {
#embed "../Bake/Preview/Gallery/Page/gallery.html"
};
static const uint8_t lists_js[] = {
#embed "../Bake/Preview/Gallery/Page/lists.js"
};
static const uint8_t looks_js[] = {
#embed "../Bake/Preview/Gallery/Page/looks.js"
};
static const uint8_t pages_js[] = {
#embed "../Bake/Preview/Gallery/Page/pages.js"
};
static const uint8_t room_js[] = {
#embed "../Bake/Preview/Gallery/Page/room.js"
};
static const uint8_t state_js[] = {
#embed "../Bake/Preview/Gallery/Page/state.js"
};
static const uint8_t wardrobe_js[] = {
#embed "../Bake/Preview/Gallery/Page/wardrobe.js"
};
static const uint8_t art_js[] = {
#embed "../Bake/Studio/Page/art.js"
};
static const uint8_t colors_view_js[] = {
#embed "../Bake/Studio/Page/colors-view.js"
};
static const uint8_t coverage_view_js[] = {
#embed "../Bake/Studio/Page/coverage-view.js"
};
static const uint8_t cutting_table_js[] = {
#embed "../Bake/Studio/Page/cutting-table.js"
};
static const uint8_t drop_js[] = {
#embed "../Bake/Studio/Page/drop.js"
};
static const uint8_t key_bench_js[] = {
#embed "../Bake/Studio/Page/key-bench.js"
};
static const uint8_t page_js[] = {
#embed "../Bake/Studio/Page/page.js"
};
static const uint8_t pages_view_js[] = {
#embed "../Bake/Studio/Page/pages-view.js"
};
static const uint8_t panels_js[] = {
#embed "../Bake/Studio/Page/panels.js"
};
static const uint8_t stage_js[] = {
#embed "../Bake/Studio/Page/stage.js"
};
static const uint8_t studio_css[] = {
#embed "../Bake/Studio/Page/studio.css"
};
static const uint8_t studio_html[] = {
#embed "../Bake/Studio/Page/studio.html"
};
static const uint8_t studio_js[] = {
#embed "../Bake/Studio/Page/studio.js"
};
static const uint8_t studio_svg[] = {
#embed "../Bake/Studio/Page/studio.svg"
};
static const uint8_t views_js[] = {
#embed "../Bake/Studio/Page/views.js"
};

static const struct {
    const char *name;
    kiln_file file;
} files[] = {
    {"diagnostics.md", {diagnostics_md, sizeof diagnostics_md}},
    {"edges.weights", {edges_weights, sizeof edges_weights}},
    {"kiln.js", {kiln_js, sizeof kiln_js}},
    {"manifest.schema.json", {manifest_schema_json, sizeof manifest_schema_json}},
    {"manifest.d.ts", {manifest_d_ts, sizeof manifest_d_ts}},
    {"app.js", {app_js, sizeof app_js}},
    {"base.js", {base_js, sizeof base_js}},
    {"coverage.js", {coverage_js, sizeof coverage_js}},
    {"gallery.css", {gallery_css, sizeof gallery_css}},
    {"gallery.html", {gallery_html, sizeof gallery_html}},
    {"lists.js", {lists_js, sizeof lists_js}},
    {"looks.js", {looks_js, sizeof looks_js}},
    {"pages.js", {pages_js, sizeof pages_js}},
    {"room.js", {room_js, sizeof room_js}},
    {"state.js", {state_js, sizeof state_js}},
    {"wardrobe.js", {wardrobe_js, sizeof wardrobe_js}},
    {"art.js", {art_js, sizeof art_js}},
    {"colors-view.js", {colors_view_js, sizeof colors_view_js}},
    {"coverage-view.js", {coverage_view_js, sizeof coverage_view_js}},
    {"cutting-table.js", {cutting_table_js, sizeof cutting_table_js}},
    {"drop.js", {drop_js, sizeof drop_js}},
    {"key-bench.js", {key_bench_js, sizeof key_bench_js}},
    {"page.js", {page_js, sizeof page_js}},
    {"pages-view.js", {pages_view_js, sizeof pages_view_js}},
    {"panels.js", {panels_js, sizeof panels_js}},
    {"stage.js", {stage_js, sizeof stage_js}},
    {"studio.css", {studio_css, sizeof studio_css}},
    {"studio.html", {studio_html, sizeof studio_html}},
    {"studio.js", {studio_js, sizeof studio_js}},
    {"studio.svg", {studio_svg, sizeof studio_svg}},
    {"views.js", {views_js, sizeof views_js}},
};

kiln_file kiln_embedded_file(const char *name) {
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (strcmp(files[i].name, name) == 0) return files[i].file;
    return (kiln_file){0};
}
