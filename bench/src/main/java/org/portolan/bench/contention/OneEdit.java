package org.portolan.bench.contention;

import org.portolan.bench.api.Spelled;
import org.portolan.bench.api.Text;

/**
 * One edit of an author, from the first opening of the page to its end.
 *
 * @param writer the number of the process
 * @param endMicros by the wall clock of the machine, which all its processes share
 * @param nanos how long it took
 * @param revision of the saved text; 0 if nothing was saved
 * @param textHash of the saved text
 * @param edit the number in the saved text, see {@code EditText.editOf}; {@code -} if nothing was
 *     saved
 */
record OneEdit(
    long writer,
    long endMicros,
    long nanos,
    EditEnd end,
    long revision,
    int textHash,
    String edit,
    String title) {
  private static final int WORDS = 8;

  long beginMicros() {
    return endMicros - nanos / 1_000;
  }

  /** Returns the edit as one line; a title may contain spaces, so it comes last. */
  String line() {
    return Text.format(
        "%d %d %d %s %d %d %s %s",
        writer, endMicros, nanos, end.spelling(), revision, textHash, edit, title);
  }

  /** Reads what {@link #line} wrote. */
  static OneEdit parse(String line) {
    String[] words = line.split(" ", WORDS);
    return new OneEdit(
        Long.parseLong(words[0]),
        Long.parseLong(words[1]),
        Long.parseLong(words[2]),
        Spelled.of(EditEnd.class, words[3]),
        Long.parseLong(words[4]),
        Integer.parseInt(words[5]),
        words[6],
        words[7]);
  }
}
