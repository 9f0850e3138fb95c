package org.portolan.engine;

import java.util.List;

/**
 * One page of a scan over rows in key order: the rows of which a get with the same families would
 * find anything, that is those that are not {@link Row#isEmpty}. Names each family at most once.
 *
 * <p>Where {@link Capabilities#keyOrder} is less than {@code TABLE}, the range {@link
 * KeyRange#ALL}, or what follows a whole key in it, not reversed, is all the same admitted: its
 * rows come in the order in which the engine stores them, which is the same for every page.
 *
 * @param rowsMax the largest number of rows in the page, at least 1
 * @param bytesMax the page ends after the row that reaches this size; it has at least one row
 */
public record Scan(
    String table,
    KeyRange range,
    boolean reversed,
    int rowsMax,
    int bytesMax,
    List<FamilyRead> families) {

  /** The size of a page if nothing else is said: 1 MiB. */
  public static final int BYTES_DEFAULT = 1 << 20;

  public Scan {
    families = FamilyRead.copyOf(table, families);
    if (rowsMax < 1 || bytesMax < 1) {
      throw new IllegalArgumentException("a page must have room for a row");
    }
  }

  public static Scan of(String table, KeyRange range, int rowsMax, FamilyRead... families) {
    return new Scan(table, range, false, rowsMax, BYTES_DEFAULT, List.of(families));
  }

  /** Returns the scan of what follows {@code page}; call only if it says that more may follow. */
  public Scan following(ScanPage page) {
    var last = page.next().orElseThrow();
    return new Scan(
        table,
        reversed ? range.before(last) : range.after(last),
        reversed,
        rowsMax,
        bytesMax,
        families);
  }
}
