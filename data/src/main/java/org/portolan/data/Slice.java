package org.portolan.data;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * One page of a longer list. Cursors are opaque, safe in a URL, and valid across writes, restarts
 * and processes. Each serves both directions.
 *
 * <p>A page may have fewer entries than were asked for although more follow, because its entries
 * are large, or because the transaction has deleted items that are stored as rows; the last page
 * may be empty. Only the cursor tells: the list ends where {@code next} is empty.
 *
 * <p>The cursor in the direction in which the page was read is there if there are more entries;
 * that of a scan, or of items stored as rows that nothing lists, may be there at the end too, and
 * leads to an empty page. The one in the other direction is there if the page was read from a
 * cursor, or an index from a start: the page did not begin at an end of the list, so there were
 * entries before it, although they may be gone by now.
 *
 * @param entries in the order of the list
 * @param next the cursor to pass to {@link Paging#after} for the page that follows; empty at the
 *     end of the list
 * @param previous the cursor to pass to {@link Paging#before} for the page that precedes; empty at
 *     its beginning
 */
public record Slice<T>(List<T> entries, Optional<String> next, Optional<String> previous) {
  public Slice {
    entries = List.copyOf(entries);
  }

  /** A page of a list that is only read forwards. */
  public Slice(List<T> entries, Optional<String> next) {
    this(entries, next, Optional.empty());
  }

  /** Returns this page with its entries replaced. */
  public <R> Slice<R> map(Function<T, R> function) {
    return new Slice<>(entries.stream().map(function).toList(), next, previous);
  }

  /** Returns this page without some of its entries; its cursors stay. */
  public Slice<T> filter(Predicate<T> predicate) {
    return new Slice<>(entries.stream().filter(predicate).toList(), next, previous);
  }
}
