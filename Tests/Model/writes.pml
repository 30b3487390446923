/* Writes to the store, one after the other: SessionRecord.write and SessionStore.compareAndWrite. */

/* The purposes of a write. Only the properties distinguish them. */
mtype = { SAVE, SAVE_TOKENS, END, SIGN_IN, SIGN_OUT };
/* A sign-in or a sign-out replaces any contents. */
#define isOfUser (purpose == SIGN_IN || purpose == SIGN_OUT)
#define replacesAny (isOfUser && expecting == ANY)

/* A write: the response, its intent, the contents that the write may replace, and its purpose. */
chan writes[PROCESSES] = [2] of { byte, byte, byte, byte, mtype };
/* The result of a write of the client, and the contents that the store had if another process has overtaken it. */
chan written[PROCESSES] = [1] of { mtype, byte, byte };
/* The result of a write of the user. */
chan writtenForUser = [1] of { mtype };

inline forgetWrite() {
  new = 0;
  newIntent = 0;
  expecting = 0;
  expectedIntent = 0;
  purpose = 0;
  result = 0;
  isOwnLease = false;
  isUnlocked = false
}

proctype Writes(byte p) {
  byte new, newIntent, expecting, expectedIntent;
  bool isOwnLease, isUnlocked;
  mtype purpose, result;

end_start:
  {
end:
    do
    :: atomic {
         writes[p]?new, newIntent, expecting, expectedIntent, purpose;
         if
         :: LOCKS == lease && purpose == SIGN_OUT
         :: else ->
            STEP(lock);
            if
            :: takeWriteLock()
            :: failedReads > 0 && purpose != SIGN_OUT ->
               failedReads--;
               if
               :: new == 0 && !guarded(lockForEnd) -> isUnlocked = true
               :: else -> result = FAILED; goto finish
               fi
            fi
         fi;
         /* The lock is taken together with the comparison: with the lock, nothing changes between the two. */
again:
         STEP(compare);
         if
         :: !replacesAny && isOvertaken(expecting, expectedIntent, new) -> result = OVERTAKEN; goto finish
         :: replacesAny || !isOvertaken(expecting, expectedIntent, new) -> noteContents(stored, storedIntent)
         :: failedReads > 0 ->
            failedReads--;
            if
            :: !replacesAny && guarded(readBeforeWrite) -> result = FAILED; goto finish
            :: else
            fi
         fi
       }
       atomic {
         STEP(write);
         if
         :: isRejected && !isUnlocked && !(LOCKS == lease && purpose == SIGN_OUT) -> takeWriteLock(); goto again
         :: LOCKS == lease && new != 0 && stored == 0 && guarded(existingRow) -> goto again
         :: else
         fi;
         if
         :: new != 0 && isStoreBroken -> result = FAILED
         :: else ->
            if
            :: purpose == END -> checkEnd()
            :: purpose == SIGN_OUT && stored != 0 -> isSignedOut[signInOf[stored]] = true
            :: purpose == SAVE_TOKENS -> unstored[p] = 0
            :: else
            fi;
            if
            :: new != 0 -> checkSave()
            :: else
            fi;
            stored = new;
            storedIntent = newIntent;
            noteContents(new, newIntent);
            result = DONE
         fi;
finish:
         releaseWriteLock();
         if
         :: isOfUser -> writtenForUser!result
         :: else -> written[p]!result, stored, storedIntent
         fi;
         forgetWrite()
       }
    od
  } unless {
    atomic { isWriterKilled[p] -> isWriterKilled[p] = false; forgetWrite(); goto end_start }
  }
}
