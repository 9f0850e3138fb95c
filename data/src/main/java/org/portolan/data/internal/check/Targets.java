package org.portolan.data.internal.check;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.portolan.data.EntityRow;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.schema.ReferenceSchema;
import org.portolan.engine.Row;
import org.portolan.engine.RowKey;
import org.portolan.types.Tuple;

/** Looks for the rows that others refer to. */
public final class Targets {
  private Targets() {}

  /** Returns the row that a row refers to; empty if the index is not of a reference. */
  public static Optional<RowKey> target(IndexSchema index, EntityRow row) {
    return index
        .reference()
        .flatMap(
            reference ->
                reference
                    .targetKey(row)
                    .map(
                        key ->
                            new RowKey(
                                reference.target().table(),
                                reference.target().keyMapping().rowKey(key))));
  }

  /** Returns whether a row refers to one that is not there. */
  public static boolean isMissing(Access access, IndexSchema index, EntityRow row) {
    return index.reference().isPresent()
        && !missing(access, index.reference().get(), List.of(row)).isEmpty();
  }

  /** Returns those of some rows that refer to rows that are not there; reads in one round trip. */
  public static Set<EntityRow> missing(
      Access access, ReferenceSchema reference, List<EntityRow> rows) {
    List<EntityRow> referring = new ArrayList<>();
    List<Tuple> keys = new ArrayList<>();
    for (EntityRow row : rows) {
      Optional<Tuple> key = reference.targetKey(row);
      if (key.isPresent()) {
        referring.add(row);
        keys.add(key.get());
      }
    }
    List<Tuple> distinct = keys.stream().distinct().toList();
    List<Row> found = access.get(distinct.stream().map(reference::targetGet).toList());
    Set<Tuple> absent = new HashSet<>();
    for (int position = 0; position < distinct.size(); position++) {
      if (!reference.target().exists(found.get(position))) {
        absent.add(distinct.get(position));
      }
    }
    Set<EntityRow> missing = new HashSet<>();
    for (int position = 0; position < referring.size(); position++) {
      if (absent.contains(keys.get(position))) {
        missing.add(referring.get(position));
      }
    }
    return missing;
  }
}
