package org.portolan.engine;

import java.util.List;

/**
 * Fills tables that nothing else reads or writes meanwhile, by the engine's cheapest way. So there
 * are no conditions, no transactions and no conflicts. Thread-safe, as long as no two threads write
 * the same part (columns of a family, or item) of a row.
 *
 * <p>Columns that are later changed on conditions need a version older than the clock of every
 * server: then each of these changes comes after the bulk write, whatever clock orders it.
 *
 * <p>A caller that dies may leave any part of what it wrote since the last {@link #flush}, also
 * parts of rows. So it must mark the store before it begins, and finish or remove what is there
 * before anybody uses the store.
 */
public interface BulkWriter extends AutoCloseable {

  /**
   * Writes rows. Reads see them after the next {@link #flush}, perhaps before. This is the faster
   * of the two ways, the more so if the rows come in the order of their keys.
   *
   * @param mutations that only put columns and items, in any order and without a condition; those
   *     with a version get it, as with {@link Engine#mutate}
   * @throws IllegalArgumentException if a mutation has a condition, or removes or adds something;
   *     nothing is written
   * @throws CapabilityException if a mutation is beyond the capabilities or a limit of the engine;
   *     nothing is written
   * @throws EngineException if the engine fails; any part may be written
   */
  void write(List<Mutation> mutations);

  /**
   * Writes rows as {@link #write}, and every read by this process sees them at once. Do not write a
   * part of a row both ways.
   */
  void writeVisibly(List<Mutation> mutations);

  /**
   * Returns whether the same rows may be written again after an {@link UnavailableException} or an
   * {@link OutcomeUnknownException}, which then has the effect of one write. Otherwise the first
   * failure is the end of this writer.
   */
  default boolean isRepeatable() {
    return false;
  }

  /** Makes everything visible and durable that was written before this call. */
  void flush();

  /** Frees the resources; does not make anything durable. The engine stays open. */
  @Override
  void close();

  /**
   * Refuses mutations that a bulk writer does not make.
   *
   * @throws IllegalArgumentException if a mutation has a condition, or removes or adds something
   */
  static void requirePuts(List<Mutation> mutations) {
    for (Mutation mutation : mutations) {
      if (mutation.condition().isPresent()) {
        throw new IllegalArgumentException(
            "a bulk writer takes no conditions; row " + mutation.rowKey());
      }
      for (Change change : mutation.changes()) {
        if (!(change instanceof Change.PutColumns) && !(change instanceof Change.PutItem)) {
          throw new IllegalArgumentException(
              "a bulk writer only puts columns and items, but was given "
                  + change
                  + " of row "
                  + mutation.rowKey());
        }
      }
    }
  }
}
