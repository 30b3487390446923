/* The callers of one process, and the refresh that they share: Session.swift and RefreshEngine.swift. */

byte calls = CALLS;

/* Confirms that this process still has the lock: StoreLock.extend. */
#define extend(isGuarded, otherwise) \
  STEP(extend); \
  if \
  :: guarded(lockForRefresh) && (isGuarded) && !hasRefreshLock -> goto otherwise \
  :: else -> isLate[p] = false \
  fi

/* Returns the token to the caller if it's the wanted one: Refresh.isDone. */
#define finishIfDone(response) \
  if \
  :: (response) != unwanted && isGood(response) -> deliver(response); goto release \
  :: else \
  fi

/* Reads the store again: SessionRecord.reread. The memory is newer than the store only if the store failed to save it. */
#define isMemoryNewer (memory[p].isUnsaved && guarded(unsavedTokens) && \
  !isOvertaken(memory[p].expected, memory[p].expectedIntent, memory[p].response))

inline reread() {
  STEP(reread);
  mayFail(release);
  checkGeneration(release);
  if
  :: memory[p].response == 0 -> goto release
  :: memory[p].response != 0 && isMemoryNewer
  :: memory[p].response != 0 && !isMemoryNewer ->
     adopt(stored, storedIntent);
     if
     :: hasThrown -> goto release
     :: else
     fi
  fi;
  expected = memory[p].expected;
  expectedIntent = memory[p].expectedIntent
}

/* Another process has written. */
inline useOther() {
  adopt(found, foundIntent);
  if
  :: hasThrown -> goto release
  :: else
  fi;
  finishIfDone(memory[p].response);
  goto retry
}

/* Local variables without a purpose are 0, so that equal states look the same. */
inline forgetAttempt() {
  old = 0;
  hadIntent = 0;
  expected = 0;
  expectedIntent = 0;
  token = 0;
  isPrevious = false;
  isRepeated = false;
  fresh = 0;
  outcome = 0;
  result = 0;
  found = 0;
  foundIntent = 0;
  hasThrown = false
}

inline forgetCall() {
  forgetAttempt();
  unwanted = 0;
  started = 0;
  caller = 0;
  known = 0;
  i = 0
}

proctype Client(byte p) {
  byte unwanted;  /* The access token that the caller doesn't want. */
  byte started;   /* The generation in which the caller asked. */
  byte caller;    /* The user for whom the caller asked. */
  byte old;       /* The credential to refresh. */
  byte hadIntent;
  byte expected, expectedIntent; /* The contents of the store that a write may replace. */
  byte token;     /* The token to send. */
  bool isPrevious, isRepeated;
  byte fresh;     /* The new credential. */
  mtype outcome;
  mtype result;   /* Of a write, with the contents that it found. */
  byte found, foundIntent;
  bool hasThrown;
  byte known, i;

start:
  {
    do
    :: atomic {
         calls > 0 -> calls--;
         isBusy[p] = true;
         /* Session.valid: the credential in memory, which is saved first if the store failed before. */
         if
         :: !memory[p].isLoaded ->
            STEP(load);
            mayFail(release);
            renew(stored, storedIntent, false);
            noteContents(stored, storedIntent);
            memory[p].isLoaded = true
         :: else
         fi
       }
       if
       :: atomic {
            memory[p].isUnsaved ->
            STEP(saveAgain);
            started = memory[p].generation;
            old = memory[p].response;
            hadIntent = memory[p].intent;
            expected = memory[p].expected;
            expectedIntent = memory[p].expectedIntent;
            writes[p]!old, hadIntent, expected, expectedIntent, SAVE
          }
          atomic {
            written[p]?result, found, foundIntent;
            if
            :: memory[p].generation == started && memory[p].isUnsaved && result == DONE ->
               memory[p].isUnsaved = (memory[p].response != old)
            :: memory[p].generation == started && memory[p].isUnsaved && result == OVERTAKEN -> adopt(found, foundIntent)
            :: else
            fi;
            result = 0;
            found = 0;
            foundIntent = 0
          }
       :: true
       fi;
       atomic {
         unwanted = memory[p].response;
         started = memory[p].generation;
         caller = userOf(unwanted);
         if
         :: unwanted == 0 -> goto release
         :: unwanted != 0 && isGood(unwanted) && memory[p].intent == 0 -> deliver(unwanted); goto release
         :: unwanted != 0
         fi
       }

       /* RefreshEngine.attempt */
attempt:
       atomic {
         STEP(lock);
         mayFail(release);
         takeRefreshLock();
         reread();
         old = memory[p].response;
         hadIntent = memory[p].intent;
         finishIfDone(old);
         STEP(prepare);
         if
         :: true
         :: rejectedRequests > 0 -> rejectedRequests--; goto release
         fi;
         extend(true, retry);
         noteBegin()
       }
       if
       :: ROTATION == none || !guarded(intent)
       :: ROTATION != none && guarded(intent) ->
          atomic { STEP(keepIntent); checkGeneration(release); writes[p]!old, owner(p), expected, expectedIntent, SAVE }
          atomic {
            written[p]?result, found, foundIntent;
            checkGeneration(release);
            if
            :: result == OVERTAKEN -> goto retry
            :: result == FAILED && guarded(savedIntent) -> goto release
            :: result == FAILED && !guarded(savedIntent)
            :: result == DONE ->
               renew(old, owner(p), false);
               expected = old;
               expectedIntent = owner(p);
               noteIntent()
            fi
          }
       fi;
       atomic { extend(guarded(lockBeforeExchange), retry); token = tokenOf[old] }

       /* Renewal.exchanged */
send:
       atomic {
         if
         :: isRepeated -> STEP(exchangeAgain)
         :: !isRepeated && isPrevious -> STEP(exchangePrevious)
         :: else -> STEP(exchange)
         fi;
         noteSending()
       }
       atomic {
         sending[p] = 0;
         respond();
         if
         :: outcome == UNKNOWN && !isRepeated ->
            if
            :: extend(guarded(lockBeforeRepetition), release); isRepeated = true; goto send
            :: goto release
            fi
         :: outcome == UNKNOWN && isRepeated -> goto release
         :: outcome == UNCHANGED && (isRepeated || isPrevious) -> goto release
         :: outcome == UNCHANGED && !isRepeated && !isPrevious -> goto unchanged
         :: outcome == REJECTED && !isPrevious -> goto rejected
         :: outcome == REJECTED && isPrevious -> goto endSession
         :: outcome == EXCHANGED
         fi;

         /* RefreshEngine.keep */
         if
         :: true
         :: !guarded(saveBeforeVerify) -> goto release /* The server's keys for the ID token are unavailable. */
         fi;
         /* SessionRecord.repeated: the write includes its repetitions. Until the last one, it's a write that takes longer. */
         STEP(keepTokens);
         checkGeneration(discard);
         writes[p]!fresh, 0, expected, expectedIntent, SAVE_TOKENS
       }
       atomic {
         written[p]?result, found, foundIntent;
         unstored[p] = 0;
         checkGeneration(discard);
         if
         :: result == OVERTAKEN -> useOther()
         :: result == FAILED -> renew(fresh, 0, true); noteUnsaved(); deliver(fresh); goto release
         :: result == DONE -> renew(fresh, 0, false)
         fi
       }
       atomic {
         STEP(verify);
         if
         :: isOfWrongUser[fresh] && guarded(verify) -> expected = fresh; expectedIntent = 0; goto endSession
         :: isOfWrongUser[fresh] && !guarded(verify)
         :: !isOfWrongUser[fresh]
         :: !isOfWrongUser[fresh] -> goto release
         fi;
         STEP(keepClaims);
         checkGeneration(release);
         writes[p]!fresh, 0, fresh, 0, SAVE
       }
       atomic {
         written[p]?result, found, foundIntent;
         checkGeneration(release);
         if
         :: result == OVERTAKEN -> useOther()
         :: result == FAILED -> renew(fresh, 0, true)
         :: result == DONE -> renew(fresh, 0, false)
         fi;
         deliver(fresh);
         goto release
       }

       /* RefreshEngine.settle */
unchanged:
       atomic {
         checkGeneration(release);
         if
         :: memory[p].response != old || memory[p].intent != owner(p) -> goto release
         :: else
         fi;
         STEP(withdraw);
         memory[p].intent = hadIntent;
         writes[p]!old, hadIntent, expected, expectedIntent, SAVE
       }
       atomic { written[p]?result, found, foundIntent; goto release }

rejected:
       atomic {
         reread();
         if
         :: tokenOf[memory[p].response] != tokenOf[old] -> finishIfDone(memory[p].response); goto retry
         :: else
         fi
       }
       atomic {
         extend(true, retry);
         if
         :: guarded(previousToken) && sourceOf[old] != 0 && isGood(old) ->
            token = sourceOf[old];
            isPrevious = true;
            isRepeated = false;
            goto send
         :: else
         fi
       }

endSession:
       atomic {
         STEP(end);
         checkGeneration(release);
         writes[p]!0, 0, expected, expectedIntent, (isOfWrongUser[expected] -> SAVE : END)
       }
       atomic {
         written[p]?result, found, foundIntent;
         checkGeneration(release);
         if
         :: result == OVERTAKEN && isOfWrongUser[expected] -> adopt(found, foundIntent); goto release
         :: result == OVERTAKEN && !isOfWrongUser[expected] -> useOther()
         :: else ->
            renew(0, 0, result == FAILED);
            memory[p].generation++;
            if
            :: isOfWrongUser[expected] -> goto discard
            :: else -> goto release
            fi
         fi
       }

       /* A sign-out or a sign-in here has overtaken the refresh, or its tokens are another user's: they are revoked. */
discard:
       atomic { STEP(discard); works[tokenOf[fresh]] = false; goto release }

retry:
       atomic { STEP(release); releaseRefreshLock(); forgetAttempt(); goto attempt }

release:
       atomic { STEP(release); releaseRefreshLock(); checkStoredSession(); forgetCall() }
    :: calls == 0 -> break
    od
  } unless {
    atomic { isClientKilled[p] -> isClientKilled[p] = false; forgetCall(); goto start }
  }
}
