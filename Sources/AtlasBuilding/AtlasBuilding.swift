// AtlasBuilding: from frames to the pages of one atlas.
//
// In: `RenderedFrame`s, `SideSheet`s beside them, and `AtlasSettings`. Out: an `AtlasLayout`, its
// pages as files (`PageDrawing`), and its description for descriptors and manifests.
//
// `PackingList` says what is placed, once for frames with equal pixels (`SharedSprites`); packing it
// keeps to an earlier layout (`KeptLayout`) or remembers plans in the cache. Bakes and `kiln pack`
// build atlases here; where frames come from and where files go is theirs to know.
