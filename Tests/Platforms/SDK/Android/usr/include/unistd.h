// The parts of Bionic that the toolchain's module maps need.
#pragma once

#include <stddef.h>

long syscall(long number, ...);
