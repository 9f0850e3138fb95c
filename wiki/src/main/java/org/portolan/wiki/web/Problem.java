package org.portolan.wiki.web;

/**
 * The reason why a form's request was not done; it is shown to the author above the form.
 *
 * @param heading the outcome, in two words
 * @param text the reason and the remedy
 * @param perhapsDone whether the request may have been done all the same, so that the author should
 *     check
 */
record Problem(String heading, String text, boolean perhapsDone) {

  /** Returns the problem of a request that was certainly not done. */
  static Problem notDone(String heading, String text) {
    return new Problem(heading, text, false);
  }
}
