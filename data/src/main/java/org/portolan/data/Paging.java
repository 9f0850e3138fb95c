package org.portolan.data;

import java.util.Iterator;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The part of a list to read.
 *
 * @param limit the largest number of entries, 1 to {@value #LIMIT_MAX}
 * @param after the cursor at which the previous page ended; empty for the first page
 */
public record Paging(int limit, Optional<String> after) {
  public static final int LIMIT_MAX = 10_000;

  public Paging {
    if (limit < 1 || limit > LIMIT_MAX) {
      throw new IllegalArgumentException(
          "limit must be from 1 to " + LIMIT_MAX + " but is " + limit);
    }
  }

  public static Paging first(int limit) {
    return new Paging(limit, Optional.empty());
  }

  public Paging after(String cursor) {
    return new Paging(limit, Optional.of(cursor));
  }

  /** Returns the paging for the page that follows {@code slice}, which must not be the last one. */
  public Paging following(Slice<?> slice) {
    return new Paging(limit, Optional.of(slice.next().orElseThrow()));
  }

  /**
   * Returns the entries of a list from this page on, as a stream that reads a page when it needs
   * one, and holds one page. So it shows no snapshot, see {@link StoreReader}; in a transaction use
   * it before the function ends. It throws what {@code list} throws.
   *
   * @param list reads a page: {@code page -> store.items("order", key, "lines", page)}
   */
  public <T> Stream<T> stream(Function<Paging, Slice<T>> list) {
    Iterator<Slice<T>> slices =
        new Iterator<>() {
          private Optional<Paging> paging = Optional.of(Paging.this);

          @Override
          public boolean hasNext() {
            return paging.isPresent();
          }

          @Override
          public Slice<T> next() {
            Paging page = paging.orElseThrow();
            Slice<T> slice = list.apply(page);
            paging = slice.next().map(page::after);
            return slice;
          }
        };
    return StreamSupport.stream(
            Spliterators.spliteratorUnknownSize(slices, Spliterator.ORDERED | Spliterator.NONNULL),
            false)
        .flatMap(slice -> slice.entries().stream());
  }
}
