package org.portolan.data;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * One page of a longer list.
 *
 * @param next the cursor to pass to {@link Paging#after} for the next page; empty at the end.
 *     Opaque, safe in a URL, and valid across writes, restarts and processes.
 */
public record Slice<T>(List<T> entries, Optional<String> next) {
  public Slice {
    entries = List.copyOf(entries);
  }

  public <R> Slice<R> map(Function<T, R> function) {
    return new Slice<>(entries.stream().map(function).toList(), next);
  }
}
