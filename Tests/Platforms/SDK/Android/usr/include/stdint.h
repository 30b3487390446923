// The parts of Bionic that the toolchain's module maps need.
#pragma once

typedef __INT64_TYPE__ int64_t;
typedef __UINT64_TYPE__ uint64_t;
