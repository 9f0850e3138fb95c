package org.portolan.data;

import java.util.Set;

/**
 * The columns of a row to read. Families without any of them are not touched.
 *
 * @param names the columns; if empty and {@code all} is false, only the row's existence is read
 */
public record Columns(boolean all, Set<String> names) {
  public static final Columns ALL = new Columns(true, Set.of());

  /** Reads whether rows exist, and their keys. */
  public static final Columns NONE = new Columns(false, Set.of());

  public Columns {
    names = Set.copyOf(names);
  }

  public static Columns of(String... names) {
    return new Columns(false, Set.of(names));
  }

  public boolean contains(String column) {
    return all || names.contains(column);
  }
}
