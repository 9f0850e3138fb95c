package org.portolan.preparedscan.server;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import org.apache.hadoop.hbase.regionserver.ScannerContext;

/**
 * Whether a call of a region's scanner ended within a row. With a time limit this can happen, and
 * only classes in HBase's own package can find it out ({@code
 * ScannerContext.mayHaveMoreCellsInRow}, in 2.5, 2.6 and 3.0). If this method is not accessible,
 * set no time limit. Thread-safe.
 */
final class MidRow {
  private static final MethodHandle ASKED = find();

  private MidRow() {}

  private static MethodHandle find() {
    try {
      Method method = ScannerContext.class.getDeclaredMethod("mayHaveMoreCellsInRow");
      method.setAccessible(true);
      return MethodHandles.lookup().unreflect(method);
    } catch (ReflectiveOperationException | RuntimeException another) {
      return null;
    }
  }

  static boolean isKnown() {
    return ASKED != null;
  }

  /** Returns whether cells of the same row may follow; call this only if {@link #isKnown}. */
  static boolean of(ScannerContext context) {
    try {
      return (boolean) ASKED.invokeExact(context);
    } catch (Throwable impossible) {
      throw new IllegalStateException("a scanner does not report its position", impossible);
    }
  }
}
