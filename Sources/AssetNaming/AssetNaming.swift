// AssetNaming
