#ifndef KILN_CCODEC_H
#define KILN_CCODEC_H
#endif
