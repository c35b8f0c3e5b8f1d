// LooseTools: the commands that need no catalog.
//
// In: pictures, folders of pictures, or an atlas that somebody made, and a request. Out: files put
// in place together (`LooseOutputs`), or facts.
//
// One file a tool: `keyPictures`, `slicePicture`, `packPictures`, `inspectPicture`, `describeAtlas`
// and `verifyAtlas`. They share the modules below with bakes, and nothing with each other.
