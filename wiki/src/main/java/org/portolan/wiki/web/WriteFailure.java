package org.portolan.wiki.web;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.portolan.data.InterruptedWaitException;
import org.portolan.data.WriteConflictException;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.OutcomeUnknownException;
import org.portolan.engine.StoreException;
import org.portolan.engine.UnavailableException;
import org.portolan.wikitext.message.Messages;

/**
 * The reasons of a failed write, with the messages for its author.
 *
 * <p>The status is 503 if nothing was changed and the same request may work later. It is 504 if the
 * store has not confirmed the write: with 503 a client might repeat a request that was done. No
 * answer has {@code Retry-After}: the author decides.
 */
enum WriteFailure {
  MET_OTHERS(503),
  UNAVAILABLE(503),
  STOPPING(503),
  FAILED(503),
  REFUSED(422),
  UNKNOWN(504),
  BROKEN(500);

  private final int status;

  WriteFailure(int status) {
    this.status = status;
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
   * @param act the request, by the first word of the names of its messages: "save"
   */
  Problem problem(Messages messages, String act) {
    String advice =
        switch (this) {
          case UNKNOWN, BROKEN -> "look";
          case REFUSED -> "smaller";
          case FAILED -> "again-or-tell";
          case MET_OTHERS, UNAVAILABLE, STOPPING -> "again";
        };
    List<String> sentences = new ArrayList<>();
    sentences.add(messages.of("write." + name().toLowerCase(Locale.ROOT).replace('_', '-')));
    sentences.add(messages.of(perhapsDone() ? act + ".unsure" : "write.nothing-changed"));
    messages.find(act + ".kept").ifPresent(sentences::add);
    sentences.add(messages.of(act + "." + advice));
    String heading = messages.of(act + (perhapsDone() ? ".perhaps" : ".not"));
    return new Problem(heading, String.join(" ", sentences), perhapsDone());
  }
}
