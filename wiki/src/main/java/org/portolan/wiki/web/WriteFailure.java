package org.portolan.wiki.web;

import org.portolan.data.InterruptedWaitException;
import org.portolan.data.WriteConflictException;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.StoreException;
import org.portolan.engine.UnavailableException;

/**
 * The reasons of a failed write, with the messages for its author.
 *
 * <p>The status is 503 if nothing was changed and the same request may work later. It is 504 if the
 * store has not confirmed the write: with 503 a client might repeat a request that was done. No
 * answer has {@code Retry-After}: the author decides.
 */
enum WriteFailure {
  MET_OTHERS(503, "Other writers changed the same part of the wiki at every attempt."),
  UNAVAILABLE(503, "The wiki’s store does not answer now."),
  STOPPING(503, "This server is about to stop."),
  FAILED(503, "The wiki’s store failed."),
  REFUSED(422, "It exceeds a limit of the wiki’s store."),
  UNKNOWN(504, "The wiki’s store did not confirm it."),
  BROKEN(500, "The wiki had an internal error.");

  private final int status;
  private final String reason;

  WriteFailure(int status, String reason) {
    this.status = status;
    this.reason = reason;
  }

  /** Returns the meaning of an exception. After an unexpected one, the write may have been made. */
  static WriteFailure of(RuntimeException failure) {
    if (failure instanceof OutcomeUnknownException) {
      return UNKNOWN;
    } else if (failure instanceof WriteConflictException) {
      return MET_OTHERS;
    } else if (failure instanceof UnavailableException) {
      return UNAVAILABLE;
    } else if (failure instanceof InterruptedWaitException) {
      return STOPPING;
    } else if (failure instanceof CapabilityException) {
      return REFUSED;
    }
    return failure instanceof StoreException ? FAILED : BROKEN;
  }

  int status() {
    return status;
  }

  /** Returns whether the write may have been made all the same. */
  boolean perhapsDone() {
    return this == UNKNOWN || this == BROKEN;
  }

  /**
   * Returns the message for the author.
   *
   * @param done the request, as a participle: "saved"
   * @param kept a sentence that says what is not lost; may be empty
   * @param again the way to retry, for example "save it again"
   * @param look a sentence that says what to check if the request may have been done
   * @param smaller the remedy if the request is refused
   */
  Problem problem(String done, String kept, String again, String look, String smaller) {
    String heading = (perhapsDone() ? "Perhaps " : "Not ") + done + ".";
    String state =
        perhapsDone() ? "It may or may not have been " + done + "." : "Nothing was changed.";
    String advice =
        switch (this) {
          case UNKNOWN, BROKEN -> look + " If it was not " + done + ", " + again + ".";
          case REFUSED -> "Unchanged, it will be refused again: " + smaller + ".";
          case FAILED ->
              "Wait a moment and " + again + "; if that fails too, tell the operator of this wiki.";
          case MET_OTHERS, UNAVAILABLE, STOPPING -> "Wait a moment and " + again + ".";
        };
    String text = String.join(" ", reason, state, kept.isEmpty() ? advice : kept + " " + advice);
    return new Problem(heading, text, perhapsDone());
  }
}
