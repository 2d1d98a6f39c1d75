#pragma once
#ifdef __cplusplus
extern "C" {
#endif
/// The version of the exiv2 library that is loaded, as text.
const char *cexiv_version(void);
#ifdef __cplusplus
}
#endif
