package org.portolan.wiki.web;

/**
 * Why what a form asked for was not done, as its author is told above the form.
 *
 * @param heading what became of it, in two words
 * @param text why, and what to do
 * @param perhapsDone whether it may have been done all the same, so that the author should look
 */
record Problem(String heading, String text, boolean perhapsDone) {

  /** Returns what to say of something that was not done. */
  static Problem notDone(String heading, String text) {
    return new Problem(heading, text, false);
  }
}
