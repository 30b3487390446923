/* Sign-ins and sign-outs, in any process: SessionRecord.keep. */

byte signOuts = SIGN_OUTS;

inline forgetAction() {
  acting = 0;
  p = 0;
  started = 0;
  new = 0;
  expected = 0;
  result = 0
}

/* A refresh may have stored newer tokens since the write. */
inline noteSave() {
  if
  :: memory[p].generation == started && (memory[p].response == new && memory[p].intent == 0 || !guarded(newestSave)) ->
     memory[p].isUnsaved = (result == FAILED)
  :: else
  fi;
  /* What couldn't be replaced: SessionRecord.noteContents. */
  if
  :: result == FAILED && memory[p].generation == started && memory[p].expected == ANY && guarded(contents) ->
     if
     :: noteContents(stored, storedIntent)
     :: failedReads > 0 -> failedReads--
     fi
  :: else
  fi
}

proctype User() {
  byte p, started, new, expected;
  mtype result;

start:
  {
    do
    :: atomic {
         signOuts > 0 -> signOuts--;
         select(p : 0 .. PROCESSES - 1);
         STEP(signOut);
         acting = owner(p);
         expected = (guarded(unconditionalSignOut) -> ANY : memory[p].expected);
         noteReplacement();
         signedOutHere[p] = signInOf[memory[p].response];
         replace(0);
         started = memory[p].generation;
         writes[p]!0, 0, expected, 0, SIGN_OUT
       }
       atomic {
         writtenForUser?result;
         noteSave();
         CHECK(signOut, result == DONE);
         forgetAction()
       }
    :: atomic {
         signIns <= SIGN_INS && issued < RESPONSES;
         select(p : 0 .. PROCESSES - 1);
         STEP(signIn);
         acting = owner(p);
         noteReplacement();
         issueAtSignIn(new);
         replace(new);
         started = memory[p].generation;
         writes[p]!new, 0, ANY, 0, SIGN_IN
       }
       atomic { writtenForUser?result; noteSave(); forgetAction() }
    :: signOuts == 0 && (signIns > SIGN_INS || issued == RESPONSES) -> break
    od
  } unless {
    atomic { isUserKilled -> isUserKilled = false; forgetAction(); goto start }
  }
}
