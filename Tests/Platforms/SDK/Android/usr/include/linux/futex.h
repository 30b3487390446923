// The parts of Bionic that the toolchain's module maps need.
#pragma once

#define FUTEX_TRYLOCK_PI 8
#define FUTEX_LOCK_PI_PRIVATE 134
#define FUTEX_UNLOCK_PI_PRIVATE 135
