package org.portolan.data.internal.schema;

import java.util.List;
import org.portolan.design.IndexDesign;
import org.portolan.design.evolve.IndexStates;
import org.portolan.design.index.Bucket;
import org.portolan.types.Tuple;

/**
 * Where the members of an index are: in a table of their own, or within the rows of an entity.
 *
 * @param host the entity whose rows hold them; null for a table of their own
 */
record IndexPlace(String table, String family, EntitySchema host) {
  static final String FAMILY = "members";

  /**
   * Returns the place of a generation of an index.
   *
   * @throws IllegalArgumentException if the index has no other generations, or the host's rows
   *     cannot hold it
   */
  static IndexPlace of(IndexDesign design, int generation, EntitySchema host) {
    if (generation > IndexStates.FIRST && host != null) {
      throw new IllegalArgumentException(
          "index '" + design.name() + "' cannot have the generation " + generation);
    }
    if (host == null) {
      return new IndexPlace(IndexStates.table(design.name(), generation), FAMILY, null);
    }
    if (!host.keyMapping().originalColumns().isEmpty()) {
      throw new IllegalArgumentException(
          "index '"
              + design.name()
              + "' cannot lie within '"
              + host.name()
              + "': the key of a row that does not exist cannot be derived from its sort key");
    }
    return new IndexPlace(host.table(), design.within().orElseThrow().family(), host);
  }

  boolean isWithinEntity() {
    return host != null;
  }

  /** Returns the row key of a bucket of a value. */
  Tuple rowKey(Tuple value, Bucket bucket) {
    return host == null ? value.append(Tuple.of(bucket.name())) : host.keyMapping().rowKey(value);
  }

  /**
   * Returns the value of a row.
   *
   * @param columns the number of columns of values
   * @param originals the original key columns of the host, if its keys are collated
   */
  Tuple valueOf(Tuple rowKey, int columns, List<Object> originals) {
    return host == null
        ? rowKey.slice(0, columns)
        : host.keyMapping().key(host.keyMapping().behindPrefix(rowKey), originals);
  }
}
