package org.portolan.wiki.web;

import org.portolan.data.InterruptedWaitException;
import org.portolan.data.WriteConflictException;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.StoreException;
import org.portolan.engine.UnavailableException;

/**
 * What is known of a write that failed, and so what its author is told.
 *
 * <p>The status is 503 where nothing was changed and the same may work later. It is 504 where the
 * store has not confirmed the write: a client that repeats a request after 503 would then do it
 * twice. No answer has {@code Retry-After}: the author decides.
 */
enum WriteFailure {
  MET_OTHERS(503, "Others were changing the same part of the wiki at every attempt."),
  UNAVAILABLE(503, "The wiki’s store does not answer now."),
  STOPPING(503, "This server is about to stop."),
  FAILED(503, "The wiki’s store failed."),
  REFUSED(422, "It goes beyond a limit of the wiki’s store."),
  UNKNOWN(504, "The wiki’s store did not confirm it."),
  BROKEN(500, "The wiki itself made an error.");

  private final int status;
  private final String reason;

  WriteFailure(int status, String reason) {
    this.status = status;
    this.reason = reason;
  }

  /** Returns what a failure of a write means. What nobody foresaw may have happened after it. */
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

  /** Whether the write may have been made all the same. */
  boolean perhapsDone() {
    return this == UNKNOWN || this == BROKEN;
  }

  /**
   * Returns what to tell the author.
   *
   * @param done what was to be done, as a participle: "saved"
   * @param kept what is not lost, in a sentence, or nothing
   * @param again how to try again, for example "save it again"
   * @param look what to look at where it may have been done
   * @param smaller what to do where it is refused
   */
  Problem problem(String done, String kept, String again, String look, String smaller) {
    String heading = (perhapsDone() ? "Perhaps " : "Not ") + done + ".";
    String state =
        perhapsDone() ? "It may or may not have been " + done + "." : "Nothing was changed.";
    String advice =
        switch (this) {
          case UNKNOWN, BROKEN -> look + " If it was not " + done + ", " + again + ".";
          case REFUSED -> "It will be refused again as it is: " + smaller + ".";
          case FAILED ->
              "Wait a moment and " + again + "; if that fails too, tell whoever runs this wiki.";
          case MET_OTHERS, UNAVAILABLE, STOPPING -> "Wait a moment and " + again + ".";
        };
    String text = String.join(" ", reason, state, kept.isEmpty() ? advice : kept + " " + advice);
    return new Problem(heading, text, perhapsDone());
  }
}
