// SheetSlicing
