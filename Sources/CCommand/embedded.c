#include "../CSystem/include/embedded.h"
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
static const uint8_t pet_catalog_json[] = {
#embed "../Bake/LooseTools/Init/Starters/pet/catalog.json"
};
static const uint8_t pet_blob_pet_png[] = {
#embed "../Bake/LooseTools/Init/Starters/pet/assets-src/blob_pet.png"
};
static const uint8_t pet_blob_pet_robe_png[] = {
#embed "../Bake/LooseTools/Init/Starters/pet/assets-src/blob_pet_robe.png"
};
static const uint8_t pet_overlay_hat_png[] = {
#embed "../Bake/LooseTools/Init/Starters/pet/assets-src/overlay_hat.png"
};
static const uint8_t pixel_catalog_json[] = {
#embed "../Bake/LooseTools/Init/Starters/pixel/catalog.json"
};
static const uint8_t pixel_cat_happy_png[] = {
#embed "../Bake/LooseTools/Init/Starters/pixel/assets-src/cat_happy.png"
};
static const uint8_t pixel_cat_sleepy_png[] = {
#embed "../Bake/LooseTools/Init/Starters/pixel/assets-src/cat_sleepy.png"
};
static const uint8_t pixel_day_png[] = {
#embed "../Bake/LooseTools/Init/Starters/pixel/assets-src/day.png"
};
static const uint8_t pixel_night_png[] = {
#embed "../Bake/LooseTools/Init/Starters/pixel/assets-src/night.png"
};
static const uint8_t badges_catalog_json[] = {
#embed "../Bake/LooseTools/Init/Starters/badges/catalog.json"
};
static const uint8_t badges_badge_png[] = {
#embed "../Bake/LooseTools/Init/Starters/badges/assets-src/badge.png"
};
static const uint8_t badges_ring_png[] = {
#embed "../Bake/LooseTools/Init/Starters/badges/assets-src/ring.png"
};
static const uint8_t moods_catalog_json[] = {
#embed "../Bake/LooseTools/Init/Starters/moods/catalog.json"
};
static const uint8_t moods_round_bad_png[] = {
#embed "../Bake/LooseTools/Init/Starters/moods/assets-src/round_bad.png"
};
static const uint8_t moods_round_average_png[] = {
#embed "../Bake/LooseTools/Init/Starters/moods/assets-src/round_average.png"
};
static const uint8_t moods_round_good_png[] = {
#embed "../Bake/LooseTools/Init/Starters/moods/assets-src/round_good.png"
};
static const uint8_t moods_round_missing_png[] = {
#embed "../Bake/LooseTools/Init/Starters/moods/assets-src/round_missing.png"
};
static const uint8_t moods_heart_good_png[] = {
#embed "../Bake/LooseTools/Init/Starters/moods/assets-src/heart_good.png"
};
static const uint8_t app_catalog_json[] = {
#embed "../Bake/LooseTools/Init/Starters/app/catalog.json"
};
static const uint8_t app_tokens_json[] = {
#embed "../Bake/LooseTools/Init/Starters/app/tokens.json"
};
static const uint8_t app_app_icon_png[] = {
#embed "../Bake/LooseTools/Init/Starters/app/assets-src/app_icon.png"
};
static const uint8_t app_tab_today_png[] = {
#embed "../Bake/LooseTools/Init/Starters/app/assets-src/tab_today.png"
};
static const uint8_t app_tab_profile_png[] = {
#embed "../Bake/LooseTools/Init/Starters/app/assets-src/tab_profile.png"
};
static const uint8_t completions_bash[] = {
#embed "../Console/Arguments/Completions/kiln.bash"
};
static const uint8_t completions_fish[] = {
#embed "../Console/Arguments/Completions/kiln.fish"
};
static const uint8_t completions_zsh[] = {
#embed "../Console/Arguments/Completions/kiln.zsh"
};
static const uint8_t font_txt[] = {
#embed "../Raster/Text/font.txt"
};
static const uint8_t commands_md[] = {
#embed "../kiln/help.md"
};
static const uint8_t names_swift_mustache[] = {
#embed "../Bake/SwiftCode/names.swift.mustache"
};
static const uint8_t names_ts_mustache[] = {
#embed "../Bake/SwiftCode/names.ts.mustache"
};
static const uint8_t catalog_update_swift_mustache[] = {
#embed "../Bake/Preview/BakeComparison/catalog-update.swift.mustache"
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
    {"pet/catalog.json", {pet_catalog_json, sizeof pet_catalog_json}},
    {"pet/assets-src/blob_pet.png", {pet_blob_pet_png, sizeof pet_blob_pet_png}},
    {"pet/assets-src/blob_pet_robe.png", {pet_blob_pet_robe_png, sizeof pet_blob_pet_robe_png}},
    {"pet/assets-src/overlay_hat.png", {pet_overlay_hat_png, sizeof pet_overlay_hat_png}},
    {"pixel/catalog.json", {pixel_catalog_json, sizeof pixel_catalog_json}},
    {"pixel/assets-src/cat_happy.png", {pixel_cat_happy_png, sizeof pixel_cat_happy_png}},
    {"pixel/assets-src/cat_sleepy.png", {pixel_cat_sleepy_png, sizeof pixel_cat_sleepy_png}},
    {"pixel/assets-src/day.png", {pixel_day_png, sizeof pixel_day_png}},
    {"pixel/assets-src/night.png", {pixel_night_png, sizeof pixel_night_png}},
    {"badges/catalog.json", {badges_catalog_json, sizeof badges_catalog_json}},
    {"badges/assets-src/badge.png", {badges_badge_png, sizeof badges_badge_png}},
    {"badges/assets-src/ring.png", {badges_ring_png, sizeof badges_ring_png}},
    {"moods/catalog.json", {moods_catalog_json, sizeof moods_catalog_json}},
    {"moods/assets-src/round_bad.png", {moods_round_bad_png, sizeof moods_round_bad_png}},
    {"moods/assets-src/round_average.png", {moods_round_average_png, sizeof moods_round_average_png}},
    {"moods/assets-src/round_good.png", {moods_round_good_png, sizeof moods_round_good_png}},
    {"moods/assets-src/round_missing.png", {moods_round_missing_png, sizeof moods_round_missing_png}},
    {"moods/assets-src/heart_good.png", {moods_heart_good_png, sizeof moods_heart_good_png}},
    {"app/catalog.json", {app_catalog_json, sizeof app_catalog_json}},
    {"app/tokens.json", {app_tokens_json, sizeof app_tokens_json}},
    {"app/assets-src/app_icon.png", {app_app_icon_png, sizeof app_app_icon_png}},
    {"app/assets-src/tab_today.png", {app_tab_today_png, sizeof app_tab_today_png}},
    {"app/assets-src/tab_profile.png", {app_tab_profile_png, sizeof app_tab_profile_png}},
    {"kiln.bash", {completions_bash, sizeof completions_bash}},
    {"kiln.fish", {completions_fish, sizeof completions_fish}},
    {"kiln.zsh", {completions_zsh, sizeof completions_zsh}},
    {"font.txt", {font_txt, sizeof font_txt}},
    {"help.md", {commands_md, sizeof commands_md}},
    {"names.swift.mustache", {names_swift_mustache, sizeof names_swift_mustache}},
    {"names.ts.mustache", {names_ts_mustache, sizeof names_ts_mustache}},
    {"catalog-update.swift.mustache", {catalog_update_swift_mustache, sizeof catalog_update_swift_mustache}},
};

kiln_file kiln_embedded_file(const char *name) {
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (strcmp(files[i].name, name) == 0) return files[i].file;
    return (kiln_file){0};
}

const char *kiln_embedded_name(size_t place) {
    return place < sizeof files / sizeof *files ? files[place].name : NULL;
}
