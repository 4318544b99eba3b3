// For gc.c alone, until it moves into gc/.
#include "core/support/basics.h"
