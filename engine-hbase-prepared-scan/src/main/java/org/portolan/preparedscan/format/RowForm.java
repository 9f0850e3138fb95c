package org.portolan.preparedscan.format;

/** The flags in the head of a row. */
final class RowForm {
  /** The row has the same columns as the previous row; the first row has the declared ones. */
  static final int SAME_COLUMNS = 1;

  /** The row has some of the declared columns, each once: a bit for each follows. */
  static final int BITMAP = 2;

  /** Each value is as long as the same value of the previous row. */
  static final int SAME_LENGTHS = 4;

  /** All cells have one timestamp. */
  static final int ONE_TIMESTAMP = 8;

  private RowForm() {}

  static int[] firstColumns(int declared) {
    int[] columns = new int[declared];
    for (int index = 0; index < declared; index++) {
      columns[index] = index;
    }
    return columns;
  }
}
