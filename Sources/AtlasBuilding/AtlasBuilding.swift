// AtlasBuilding: from frames to the pages of one atlas.
//
// In: `RenderedFrame`s, their `SideSheet`s, and `AtlasSettings`. Out: an `AtlasLayout`, its pages
// as files (`PageDrawing`), and its description for descriptors and manifests.
//
// `PackingList` has the items to place, once for frames with equal pixels (`SharedSprites`);
// packing follows an earlier layout (`KeptLayout`) or caches plans. Bakes and `kiln pack` build
// atlases here; they provide frames and place files.
