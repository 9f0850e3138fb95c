package org.portolan.engine;

import java.util.Set;
import java.util.stream.Collectors;

/**
 * A transaction conflicted with another one that committed first. Nothing was changed; a retry is
 * safe.
 */
public class ConflictException extends EngineException {
  private static final long serialVersionUID = 1L;

  private final transient Set<RowKey> keys;

  /**
   * @param keys the rows that others changed; empty if the engine knows only that there was a
   *     conflict
   */
  public ConflictException(Set<RowKey> keys) {
    super(
        "transaction conflict on "
            + (keys.isEmpty()
                ? "rows that the engine did not name"
                : keys.stream().map(RowKey::toString).sorted().collect(Collectors.joining(", "))));
    this.keys = Set.copyOf(keys);
  }

  public Set<RowKey> keys() {
    return keys;
  }
}
