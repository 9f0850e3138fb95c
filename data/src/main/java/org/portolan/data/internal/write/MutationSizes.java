package org.portolan.data.internal.write;

import org.portolan.engine.Change;
import org.portolan.engine.Mutation;
import org.portolan.types.Bytes;
import org.portolan.types.Tuple;

/** The approximate encoded size of mutations, for traces. */
public final class MutationSizes {
  private MutationSizes() {}

  /** Returns the size of one mutation. */
  public static long bytes(Mutation mutation) {
    long bytes = bytes(mutation.key());
    for (Change change : mutation.changes()) {
      bytes += bytes(change);
    }
    return bytes;
  }

  private static long bytes(Change change) {
    if (change instanceof Change.PutColumns put) {
      return bytes(put.values());
    }
    if (change instanceof Change.PutItem put) {
      return bytes(put.itemKey()) + bytes(put.values());
    }
    if (change instanceof Change.DeleteItem delete) {
      return bytes(delete.itemKey());
    }
    if (change instanceof Change.DeleteItems delete) {
      return bytes(delete.range().from()) + bytes(delete.range().to());
    }
    return change instanceof Change.Add ? Long.BYTES : 0;
  }

  private static long bytes(Tuple tuple) {
    return bytes(tuple.values());
  }

  private static long bytes(Iterable<?> values) {
    long bytes = 0;
    for (Object value : values) {
      bytes += bytes(value);
    }
    return bytes;
  }

  private static long bytes(Object value) {
    if (value == null) {
      return 1;
    }
    if (value instanceof String text) {
      return text.length() + 1L;
    }
    if (value instanceof Bytes bytes) {
      return bytes.length() + 1L;
    }
    if (value instanceof Iterable<?> values) {
      return bytes((Iterable<?>) values);
    }
    return Long.BYTES;
  }
}
