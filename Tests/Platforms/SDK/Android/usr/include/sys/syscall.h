// The parts of Bionic that the toolchain's module maps need.
#pragma once

#define SYS_futex 98
#define SYS_gettid 178
