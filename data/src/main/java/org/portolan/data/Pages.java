package org.portolan.data;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The pages of a list, one after the other. It cannot be split: {@code Spliterators} would read
 * more than a thousand pages ahead for a parallel stream. Used by one thread at a time.
 */
final class Pages<T> implements Spliterator<Slice<T>> {
  private final Function<Paging, Slice<T>> list;

  /** The page to read; empty after the last. */
  private Optional<Paging> paging;

  Pages(Paging first, Function<Paging, Slice<T>> list) {
    this.paging = Optional.of(first);
    this.list = list;
  }

  /** Returns the entries of a page in the direction in which it was read. */
  static <T> List<T> entries(Slice<T> page, boolean backwards) {
    if (!backwards) {
      return page.entries();
    }
    List<T> entries = new ArrayList<>(page.entries());
    Collections.reverse(entries);
    return entries;
  }

  @Override
  public boolean tryAdvance(Consumer<? super Slice<T>> action) {
    if (paging.isEmpty()) {
      return false;
    }
    Paging page = paging.get();
    Slice<T> slice = list.apply(page);
    paging = page.backwards() ? slice.previous().map(page::before) : slice.next().map(page::after);
    action.accept(slice);
    return true;
  }

  @Override
  public Spliterator<Slice<T>> trySplit() {
    return null;
  }

  @Override
  public long estimateSize() {
    return Long.MAX_VALUE;
  }

  @Override
  public int characteristics() {
    return ORDERED | NONNULL;
  }
}
