/* The properties, and the facts that only they need: no step of a process depends on them. */

/* -DCHECK_loss=0 ignores the property `loss`. */
#ifndef CHECK_loss
#define CHECK_loss 1     /* No avoidable loss of a refresh token */
#endif
#ifndef CHECK_twice
#define CHECK_twice 1    /* No concurrent exchanges of the same token while locks hold */
#endif
#ifndef CHECK_signOut
#define CHECK_signOut 1  /* No user is signed back in after a sign-out */
#endif
#ifndef CHECK_user
#define CHECK_user 1     /* No user gets another user's token */
#endif
#define CHECK(property, condition) assert(!CHECK_##property || (condition))

/* The sign-ins whose refresh token may be lost, because no client could have kept it: see `excuse`. */
bool isExcused[SIGN_INS + 2];
/* The sign-ins that a sign-out has ended. */
bool isSignedOut[SIGN_INS + 2];
/* The sign-in that a sign-out in this process has ended. */
byte signedOutHere[PROCESSES];
/* The token in this process's request. */
byte sending[PROCESSES];
/* The sign-in for which this process has a response that isn't in the store yet. */
byte unstored[PROCESSES];
/* Whether this process has lost its lock since it last checked it, or at all during this refresh. */
bool isLate[PROCESSES];
bool hasLostLock[PROCESSES];
/* Whether this process has to repeat an exchange before its overlap ends. */
bool mustRepeat[PROCESSES];
/* Whether the store failed already before this process started its refresh. */
bool startedWithoutStore[PROCESSES];
/* The token that this process exchanged before the store failed, so that it couldn't save the response. */
byte unsavedAfter[PROCESSES];
/* What was in the store when the last sign-in of this process started. */
byte storedBefore[PROCESSES];
/* Whether a caller of this process waits. */
bool isBusy[PROCESSES];

/* A loss is avoidable unless one of these happens, where `excuse` is called:
 * - The response is lost, or the process ends before it stores the response, and the server has no overlap.
 * - The process is suspended between its check of the lock and the end of its exchange.
 * - The store fails after the process stored its intent, and the process ends, or another process sends the old token.
 * - The overlap ends while a process is suspended.
 */
inline excuse(signIn) { isExcused[signIn] = true }

/* The owner of a lock loses it. */
inline noteLostLock(q) {
  printf("process %d: loses its lock\n", q);
  isLate[q] = true;
  hasLostLock[q] = true;
  if
  :: sending[q] != 0 -> excuse(signInOf[sending[q]])
  :: unstored[q] != 0 && !HAS_OVERLAP -> excuse(unstored[q])
  :: else
  fi
}

/* A process is about to refresh. */
#define noteBegin() startedWithoutStore[p] = isStoreBroken
#define noteIntent() startedWithoutStore[p] = false

/* The store can't save a response to `token`. */
inline noteUnsaved() {
  if
  :: startedWithoutStore[p]
  :: else -> unsavedAfter[p] = token
  fi
}

/* A process sends `token`. */
inline noteSending() {
  for (i : 0 .. PROCESSES - 1) {
    CHECK(twice, i == p || sending[i] != token || isLate[i] || isLate[p]);
    if
    :: i != p && unsavedAfter[i] == token -> excuse(signInOf[token])
    :: else
    fi
  }
  i = 0;
  if
  :: isLate[p] -> excuse(signInOf[token])
  :: else
  fi;
  sending[p] = token
}

/* The response to `token` is lost after the server handled it. */
inline noteLostResponse() {
  if
  :: HAS_OVERLAP -> mustRepeat[p] = true
  :: !HAS_OVERLAP && ROTATION != none -> excuse(signInOf[token])
  :: else
  fi
}

/* A sign-out or a sign-in starts in this process. From now on, the session isn't needed. */
inline noteReplacement() {
  excuse(signInOf[memory[p].response]);
  storedBefore[p] = stored
}

/* Whether the server still accepts the token that was exchanged for this response. */
#define isInOverlap(response) (HAS_OVERLAP && previousOf[signInOf[response]] != 0)

/* The process ends. */
inline noteCrash() {
  if
  :: unstored[p] != 0 && HAS_OVERLAP -> mustRepeat[p] = true
  :: unstored[p] != 0 && !HAS_OVERLAP && ROTATION != none -> excuse(unstored[p])
  :: else
  fi;
  if
  :: memory[p].isUnsaved && memory[p].response != 0 && isInOverlap(memory[p].response) -> mustRepeat[p] = true
  :: memory[p].isUnsaved && memory[p].response != 0 && !isInOverlap(memory[p].response) && unsavedAfter[p] != 0 ->
     excuse(signInOf[memory[p].response])
  :: else
  fi;
  sending[p] = 0;
  unstored[p] = 0;
  isLate[p] = false;
  hasLostLock[p] = false;
  startedWithoutStore[p] = false;
  isBusy[p] = false;
  signedOutHere[p] = 0;
  storedBefore[p] = 0
}

/* Time passes. */
inline notePause() {
  for (i : 0 .. PROCESSES - 1) {
    if
    :: unstored[i] != 0 -> excuse(unstored[i])
    :: else
    fi
  }
  for (i : 1 .. issued) {
    if
    :: isForgotten[i] -> excuse(signInOf[i])
    :: else
    fi
  }
  i = 0
}

/* A caller gets the access token of a response. */
inline deliver(given) {
  CHECK(user, userOf(given) == caller);
  CHECK(signOut, signInOf[given] != signedOutHere[p]);
  mustRepeat[p] = false
}

/* A caller of this process doesn't wait anymore. If all processes are idle, the stored session must still work. */
inline checkStoredSession() {
  isBusy[p] = false;
  isLate[p] = false;
  hasLostLock[p] = false;
  unstored[p] = 0;
  i = 0;
  do
  :: i < PROCESSES && acting == 0 && !isBusy[i] && !memory[i].isUnsaved -> i++
  :: else -> break
  od;
  CHECK(loss, i < PROCESSES || stored == 0 || isExcused[signInOf[stored]] || isUsable(stored));
  i = 0
}

/* A process gives its credential up for the stored one. A sign-in that isn't saved yet mustn't give way to what was in the store when
 * the user signed in. */
inline checkAdoption(loaded) {
  CHECK(loss, !memory[p].isUnsaved || (loaded) == 0 || signInOf[loaded] >= signInOf[memory[p].response] || (loaded) != storedBefore[p])
}

/* The store removes or replaces its entry. */
#define checkEnd()    CHECK(loss, stored == 0 || isExcused[signInOf[stored]] && !isUsable(stored))
inline checkSave() {
  CHECK(signOut, !isSignedOut[signInOf[new]]);
  /* Only a sign-in may replace a later one. */
  CHECK(loss, purpose == SIGN_IN || stored == 0 || signInOf[stored] <= signInOf[new])
}
