package org.portolan.data;

import java.util.Set;

/**
 * Which columns of a row are read. Families in which none is wanted are not touched.
 *
 * @param names the columns; empty together with {@code all} false reads only whether the row exists
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
