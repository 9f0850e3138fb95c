package org.portolan.bench.contention;

import org.portolan.bench.api.Spelled;
import org.portolan.bench.load.Outcome;

/** How an author's edit ended. */
enum EditEnd implements Spelled {
  SAVED,
  /** Given up: other authors saved the page each time after this author had opened it. */
  EDIT_CONFLICT,
  /** Given up: the write lost against other writers in each of its attempts. */
  WRITE_CONFLICT,
  TIMEOUT,
  UNKNOWN,
  WRONG_DATA,
  ERROR;

  boolean givenUp() {
    return this == EDIT_CONFLICT || this == WRITE_CONFLICT;
  }

  boolean failure() {
    return this != SAVED && !givenUp();
  }

  /**
   * Returns how an edit ended.
   *
   * @param outcome of {@code WikiActs.edit}
   * @param thrown whether the outcome is that of an exception: an edit conflict is an answer, a
   *     write that lost is not
   */
  static EditEnd of(Outcome outcome, boolean thrown) {
    return switch (outcome.kind()) {
      case OK, NOT_FOUND, STALE -> SAVED;
      case CONFLICT -> thrown ? WRITE_CONFLICT : EDIT_CONFLICT;
      case TIMEOUT -> TIMEOUT;
      case UNKNOWN -> UNKNOWN;
      case WRONG_DATA -> WRONG_DATA;
      case ERROR -> ERROR;
    };
  }
}
