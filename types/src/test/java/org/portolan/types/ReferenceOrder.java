package org.portolan.types;

import com.ibm.icu.text.Collator;
import com.ibm.icu.util.ULocale;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/** The promised order of keys, written as plainly as possible and independently of the codec. */
final class ReferenceOrder {
  private static final Collator PRIMARY = collator(Collator.PRIMARY);
  private static final Collator SECONDARY = collator(Collator.SECONDARY);

  private ReferenceOrder() {}

  private static Collator collator(int strength) {
    Collator collator = Collator.getInstance(ULocale.ROOT);
    collator.setStrength(strength);
    collator.setDecomposition(Collator.CANONICAL_DECOMPOSITION);
    return collator;
  }

  static int compare(List<KeyColumn> columns, Tuple left, Tuple right) {
    for (int index = 0; index < columns.size(); index++) {
      int order = compare(columns.get(index), left.get(index), right.get(index));
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private static int compare(KeyColumn column, Object left, Object right) {
    int order;
    if (left == null || right == null) {
      order = left == right ? 0 : left == null ? -1 : 1;
    } else {
      order =
          switch (column.type().kind()) {
            case TEXT -> compareText(column.collation(), (String) left, (String) right);
            case INT -> ((Integer) left).compareTo((Integer) right);
            case LONG -> ((Long) left).compareTo((Long) right);
            case DECIMAL -> ((BigDecimal) left).compareTo((BigDecimal) right);
            case BOOLEAN -> ((Boolean) left).compareTo((Boolean) right);
            case TIMESTAMP -> ((Instant) left).compareTo((Instant) right);
            case BYTES -> ((Bytes) left).compareTo((Bytes) right);
            case COMPRESSED_TEXT -> throw new AssertionError("not in keys");
          };
    }
    order = Integer.signum(order);
    return column.direction() == KeyColumn.Direction.DESCENDING ? -order : order;
  }

  private static int compareText(Collation collation, String left, String right) {
    return switch (collation) {
      case BINARY -> Arrays.compare(left.codePoints().toArray(), right.codePoints().toArray());
      case ACCENT_AND_CASE_INSENSITIVE -> PRIMARY.compare(left, right);
      case CASE_INSENSITIVE -> SECONDARY.compare(left, right);
    };
  }
}
