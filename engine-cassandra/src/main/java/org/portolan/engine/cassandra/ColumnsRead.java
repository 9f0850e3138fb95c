package org.portolan.engine.cassandra;

import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.adapter.RowBuilder;

/** The read of a row's families of columns: one query, of the requested columns only. */
final class ColumnsRead {
  /** The requested columns of one family, by their positions. */
  private record Wanted(ColumnsPart part, List<Integer> columns, boolean presenceOnly) {}

  private final List<Wanted> families = new ArrayList<>();

  static ColumnsRead of(TableHandle table, List<FamilyRead> reads) {
    ColumnsRead read = new ColumnsRead();
    for (FamilyRead each : reads) {
      if (each instanceof FamilyRead.Columns wanted) {
        ColumnsPart part = table.columns(wanted.family());
        read.families.add(new Wanted(part, positions(part, wanted.columns()), false));
      } else if (each instanceof FamilyRead.Presence) {
        read.families.add(new Wanted(table.columns(each.family()), List.of(), true));
      } else if (each instanceof FamilyRead.Counter) {
        throw table.otherKind(each.family(), "a counter");
      } else {
        table.items(each.family());
      }
    }
    return read;
  }

  private static List<Integer> positions(ColumnsPart part, List<String> columns) {
    if (columns.isEmpty()) {
      return IntStream.range(0, part.names().size()).boxed().toList();
    }
    return columns.stream().map(part.declared()::position).distinct().toList();
  }

  boolean isEmpty() {
    return families.isEmpty();
  }

  /** Returns the columns to select: of each family its marker and the requested columns. */
  String selection() {
    StringBuilder cql = new StringBuilder();
    for (Wanted wanted : families) {
      cql.append(cql.isEmpty() ? "" : ", ").append(Names.quote(wanted.part.marker()));
      for (int column : wanted.columns) {
        cql.append(", ").append(Names.quote(wanted.part.names().get(column)));
      }
    }
    return cql.toString();
  }

  /**
   * Adds the content of a row of the answer.
   *
   * @param start the position of the first selected column, {@code keyBytes} the size of the key
   */
  void into(RowBuilder builder, Row row, int start, int keyBytes) {
    int position = start;
    for (Wanted wanted : families) {
      if (row.getBytesUnsafe(position++) == null) {
        position += wanted.columns.size();
        continue;
      }
      int bytes = keyBytes + 1;
      List<Object> values = List.of();
      if (!wanted.presenceOnly) {
        Object[] decoded = new Object[wanted.part.names().size()];
        for (int column : wanted.columns) {
          ByteBuffer value = row.getBytesUnsafe(position++);
          if (value != null) {
            decoded[column] = CqlTypes.decode(wanted.part.family().columns().get(column), value);
            bytes += value.remaining();
          }
        }
        values = Collections.unmodifiableList(Arrays.asList(decoded));
      }
      builder.columns(wanted.part.family().name(), values, bytes);
    }
  }
}
