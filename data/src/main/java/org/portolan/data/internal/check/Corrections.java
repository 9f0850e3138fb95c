package org.portolan.data.internal.check;

import java.util.List;
import org.portolan.data.internal.schema.CounterSchema;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.engine.Change;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.engine.Reader;
import org.portolan.types.Tuple;

/**
 * The number of corrections of a counter, if transactions span the store. It is raised in the
 * transaction that corrects the counter, and kept beside the store's own state: a store without it
 * was never corrected, and older releases do not read it.
 */
final class Corrections {
  private Corrections() {}

  static long read(Reader reader, CounterSchema counter) {
    return reader
        .get(Get.of(StoreSchema.META_TABLE, key(counter), FamilyRead.all(StoreSchema.META_FAMILY)))
        .family(StoreSchema.META_FAMILY)
        .map(values -> Long.parseLong((String) values.get(0)))
        .orElse(0L);
  }

  static Mutation write(CounterSchema counter, long corrections) {
    return Mutation.of(
        StoreSchema.META_TABLE,
        key(counter),
        new Change.PutColumns(StoreSchema.META_FAMILY, List.of(Long.toString(corrections))));
  }

  private static Tuple key(CounterSchema counter) {
    return Tuple.of("corrections of " + counter.name());
  }
}
