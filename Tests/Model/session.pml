/* A model of sessions that processes share, for spin (https://spinroot.com). scripts/check-model runs it.
 *
 * Each process runs `Client`, which is Sources/Runtime/Session/RefreshEngine.swift, and `Writes`, the queue of its writes to the
 * store. `User` signs in and out, and `Environment` causes failures. All of them take their steps in every possible order. STEP
 * marks a step with its name in Sources/Runtime/Session/SessionStep.swift. An `atomic` block contains the steps between which a
 * crash or another process makes no difference.
 *
 * A response of the server is a number, and so is the refresh token that came with it. In the model, a credential is the number
 * of its response and its intent. The other facts about a response are in the arrays of server.pml. 0 is no response.
 */

#include "settings.pml"
#include "guards.pml"
#include "store.pml"
#include "server.pml"
#include "memory.pml"
#include "properties.pml"
#include "writes.pml"
#include "client.pml"
#include "user.pml"
#include "environment.pml"

init {
  byte p;
  atomic {
    issueAtSignIn(stored);
    for (p : 0 .. PROCESSES - 1) {
      noteContents(ANY, 0);
      run Client(p);
      run Writes(p)
    }
    run User();
    run Environment()
  }
}
