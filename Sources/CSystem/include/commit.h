#ifndef KILN_CVERSION_H
#define KILN_CVERSION_H

/// The commit that the program was built from, as git abbreviates it; empty when nobody said.
const char *kiln_commit(void);

#endif
