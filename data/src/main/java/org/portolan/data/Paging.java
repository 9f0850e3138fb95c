package org.portolan.data;

import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The part of a list to read: its first entries, its last ones, or those that follow or precede a
 * cursor. The entries of a {@link Slice} are in the order of the list, in whichever direction it
 * was read.
 *
 * @param limit the largest number of entries, 1 to {@value #LIMIT_MAX}
 * @param backwards whether to read from the cursor towards the beginning of the list; otherwise
 *     towards its end
 * @param cursor a cursor of a {@link Slice} of the list; empty for the end from which this reads
 */
public record Paging(int limit, boolean backwards, Optional<String> cursor) {
  public static final int LIMIT_MAX = 10_000;

  public Paging {
    if (limit < 1 || limit > LIMIT_MAX) {
      throw new IllegalArgumentException(
          "limit must be from 1 to " + LIMIT_MAX + " but is " + limit);
    }
  }

  /** Reads forwards, behind a cursor or from the beginning. */
  public Paging(int limit, Optional<String> after) {
    this(limit, false, after);
  }

  /** Returns the paging for the first entries of a list. */
  public static Paging first(int limit) {
    return new Paging(limit, false, Optional.empty());
  }

  /** Returns the paging for the last entries of a list. */
  public static Paging last(int limit) {
    return new Paging(limit, true, Optional.empty());
  }

  /** Returns the paging for the entries that follow a cursor. */
  public Paging after(String cursor) {
    return new Paging(limit, false, Optional.of(cursor));
  }

  /** Returns the paging for the entries that precede a cursor. */
  public Paging before(String cursor) {
    return new Paging(limit, true, Optional.of(cursor));
  }

  /**
   * Returns the paging for the page that follows {@code slice}.
   *
   * @throws NoSuchElementException if it has no {@link Slice#next}
   */
  public Paging following(Slice<?> slice) {
    return after(slice.next().orElseThrow(() -> noPage("follows", "next")));
  }

  /**
   * Returns the paging for the page that precedes {@code slice}.
   *
   * @throws NoSuchElementException if it has no {@link Slice#previous}
   */
  public Paging preceding(Slice<?> slice) {
    return before(slice.previous().orElseThrow(() -> noPage("precedes", "previous")));
  }

  private static NoSuchElementException noPage(String lies, String cursor) {
    return new NoSuchElementException(
        "no page " + lies + " this one; look first whether its slice has the cursor " + cursor);
  }

  /**
   * Returns the pages of a list from this page on, in the direction of this paging, as a stream
   * that reads each page when it is asked for it and holds one. Nothing stays open between pages,
   * so the stream need not be closed or read to its end, and may be stopped and continued with the
   * cursor of its last page. Each page shows its own moment, see {@link StoreReader}; in a
   * transaction use the stream before the function ends. It throws what {@code list} throws. A
   * parallel stream reads no page earlier.
   *
   * @param list reads a page: {@code page -> store.items("order", key, "lines", page)}
   */
  public <T> Stream<Slice<T>> pages(Function<Paging, Slice<T>> list) {
    return StreamSupport.stream(new Pages<>(this, list), false);
  }

  /**
   * Returns the entries of the {@link #pages} of a list. Backwards, they come from the end of the
   * list to its beginning.
   *
   * @param list reads a page: {@code page -> store.items("order", key, "lines", page)}
   */
  public <T> Stream<T> stream(Function<Paging, Slice<T>> list) {
    return pages(list).flatMap(page -> Pages.entries(page, backwards).stream());
  }
}
