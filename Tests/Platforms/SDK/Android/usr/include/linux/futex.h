// Bionic, as far as the toolchain's module maps need it.
#pragma once

#define FUTEX_TRYLOCK_PI 8
#define FUTEX_LOCK_PI_PRIVATE 134
#define FUTEX_UNLOCK_PI_PRIVATE 135
