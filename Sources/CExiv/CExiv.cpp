#include "CExiv.h"
#include <exiv2/exiv2.hpp>

const char *cexiv_version(void) { return Exiv2::version(); }
