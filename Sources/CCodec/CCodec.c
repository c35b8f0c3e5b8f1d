#include "CCodec.h"
