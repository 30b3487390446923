// Bionic, as far as the toolchain's module maps need it.
#pragma once

#define SYS_futex 98
#define SYS_gettid 178
