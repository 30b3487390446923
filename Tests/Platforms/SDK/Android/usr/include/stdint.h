// Bionic, as far as the toolchain's module maps need it.
#pragma once

typedef __INT64_TYPE__ int64_t;
typedef __UINT64_TYPE__ uint64_t;
