package org.portolan.engine;

import java.util.List;

/**
 * One page of a scan over rows in key order. It returns the rows that are not {@link Row#isEmpty}
 * in a get with the same families. Names each family at most once.
 *
 * <p>If {@link Capabilities#keyOrder} is less than {@code TABLE}, two ranges are still allowed, not
 * reversed: {@link KeyRange#ALL}, and all keys after a whole key. Their rows come in the order in
 * which the engine stores them; that order is the same for every page.
 *
 * @param rowsMax the largest number of rows in the page, at least 1
 * @param bytesMax the page ends after the row that reaches this size; the page has at least one row
 */
public record Scan(
    String table,
    KeyRange range,
    boolean reversed,
    int rowsMax,
    int bytesMax,
    List<FamilyRead> families) {

  /** The default size of a page: 1 MiB. */
  public static final int BYTES_DEFAULT = 1 << 20;

  public Scan {
    families = FamilyRead.copyOf(table, families);
    if (rowsMax < 1 || bytesMax < 1) {
      throw new IllegalArgumentException("a page must have room for at least one row");
    }
  }

  public static Scan of(String table, KeyRange range, int rowsMax, FamilyRead... families) {
    return new Scan(table, range, false, rowsMax, BYTES_DEFAULT, List.of(families));
  }

  /**
   * Returns the scan of the rows after {@code page}; call this only if the page says that more rows
   * may follow.
   */
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
