/* The settings of a variant. variants.txt lists the variants. */

/* How the server treats a refresh token after its exchange, with the names of `RefreshRotation` in Sources/Testing. */
#define none          1  /* It stays valid. */
#define oneUse        2  /* It's rejected. */
#define reuseDetected 3  /* It's rejected, and the server revokes all tokens of the sign-in. */
#define overlap       4  /* For a while, it's exchanged for further tokens. Afterward as `reuseDetected`. */
#define repeated      5  /* For a while, it's exchanged for the same tokens. Afterward as `reuseDetected`. */
#ifndef ROTATION
#define ROTATION reuseDetected
#endif
#define HAS_OVERLAP (ROTATION == overlap || ROTATION == repeated)

/* The locks of the store. */
#define file     1  /* A lock for refreshes and one for writes. A write can't compare the lock's number. */
#define numbered 2  /* The same, but the store rejects a write with the number of an earlier lock. */
#define lease    3  /* One numbered lease for both, in the row of a web session. A sign-out removes the row without the lease. */
#ifndef LOCKS
#define LOCKS file
#endif

#ifndef PROCESSES
#define PROCESSES 2
#endif
/* The number of responses with tokens that the server can give. */
#ifndef RESPONSES
#define RESPONSES 5
#endif

/* The number of times that each event can happen. */
#ifndef CALLS
#define CALLS 3           /* A caller asks for a token, or for a new one. */
#endif
#ifndef SIGN_INS
#define SIGN_INS 0        /* Further sign-ins, each of another user. */
#endif
#ifndef SIGN_OUTS
#define SIGN_OUTS 0
#endif
#ifndef CRASHES
#define CRASHES 0         /* A process ends, at any step. */
#endif
#ifndef LOST_LOCKS
#define LOST_LOCKS 0      /* A process is suspended for so long that another one takes its lock. */
#endif
#ifndef LOST_RESPONSES
#define LOST_RESPONSES 0  /* A request or its response is lost. */
#endif
#ifndef REJECTED_REQUESTS
#define REJECTED_REQUESTS 0 /* The server can't be reached, or is busy. It hasn't exchanged the token. */
#endif
#ifndef FAILED_WRITES
#define FAILED_WRITES 0   /* The store can't save anything, for any time. */
#endif
#ifndef FAILED_READS
#define FAILED_READS 0    /* How many times the store can't be read, or a lock can't be taken. */
#endif
#ifndef FORGOTTEN_TOKENS
#define FORGOTTEN_TOKENS 0 /* The server forgets new tokens, and accepts the old one. */
#endif
#ifndef WRONG_USERS
#define WRONG_USERS 0     /* The server sends tokens and an ID token of another user. */
#endif
#ifndef PAUSES
#define PAUSES 0          /* Time passes: access tokens expire, and overlaps end. */
#endif

#define STEP(name) printf("process %d: ", p); printf(#name); printf("\n")
