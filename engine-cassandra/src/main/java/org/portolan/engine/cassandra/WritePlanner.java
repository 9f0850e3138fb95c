package org.portolan.engine.cassandra;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.portolan.engine.Condition;

/**
 * Turns changes of rows into statements. A statement without a condition carries a timestamp, from
 * the version or the engine's clock; a statement on a condition takes the ballot of its decision.
 * If a mutation removes all items, or a range of them, and puts others, the removal is a
 * microsecond earlier; otherwise it would win.
 */
final class WritePlanner {
  private final Statements statements;
  private final Levels levels;
  private final Clock clock;

  WritePlanner(Statements statements, Levels levels, Clock clock) {
    this.statements = statements;
    this.levels = levels;
    this.clock = clock;
  }

  WritePlan plan(RowChange change) {
    List<BoundStatement> out = new ArrayList<>();
    boolean conditional = change.mutation.condition().isPresent();
    if (conditional) {
      if (!change.columns.isEmpty()) {
        out.add(columns(change, Optional.empty()));
      }
    } else if (!change.isEmpty()) {
      long timestamp = timestamp(change);
      if (!change.columns.isEmpty()) {
        out.add(columns(change, Optional.of(timestamp)));
      }
      change.items.values().forEach(items -> addItems(change.key, items, timestamp, out));
    }
    return new WritePlan(change, change.partition(), out, conditional, change.bytes());
  }

  private long timestamp(RowChange change) {
    if (change.mutation.version().isPresent()) {
      return Clock.ofVersion(change.mutation.version().getAsLong());
    }
    long timestamp = clock.next();
    if (!change.columns.isEmpty()) {
      clock.columnsAt(timestamp);
    }
    return timestamp;
  }

  private BoundStatement columns(RowChange change, Optional<Long> timestamp) {
    CqlTable main = change.table.main();
    String using = timestamp.isPresent() ? " USING TIMESTAMP ?" : "";
    List<ByteBuffer> values = new ArrayList<>();
    BitSet unset = new BitSet();
    StringBuilder cql = new StringBuilder();
    if (change.removesRow()) {
      cql.append("DELETE FROM ").append(main.qualified()).append(using);
      timestamp.ifPresent(micros -> values.add(CqlTypes.ofLong(micros)));
    } else {
      cql.append("UPDATE ").append(main.qualified()).append(using).append(" SET ");
      timestamp.ifPresent(micros -> values.add(CqlTypes.ofLong(micros)));
      String separator = "";
      for (int position : change.changedFamilies()) {
        cql.append(separator);
        separator = ", ";
        appendFamily(change, position, cql, values, unset);
      }
    }
    cql.append(" WHERE ").append(main.whereKey(main.key().size()));
    values.addAll(change.key);
    if (timestamp.isPresent()) {
      return statements.write(cql.toString(), values, levels.write());
    }
    appendCondition(change, change.mutation.condition().orElseThrow(), cql, values);
    return statements.conditional(cql.toString(), values, unset, levels);
  }

  private static void appendFamily(
      RowChange change, int position, StringBuilder cql, List<ByteBuffer> values, BitSet unset) {
    ColumnsPart part = change.table.columns().get(position);
    List<ByteBuffer> put = change.columns.get(position);
    boolean isNew =
        put != null
            && change.mutation.condition().orElse(null) instanceof Condition.Absent absent
            && absent.family().equals(part.family().name());
    cql.append(Names.quote(part.marker())).append(" = ?");
    values.add(put != null ? ByteBuffer.wrap(new byte[] {1}) : null);
    for (int index = 0; index < part.names().size(); index++) {
      cql.append(", ").append(Names.quote(part.names().get(index))).append(" = ?");
      ByteBuffer value = put != null ? put.get(index) : null;
      // If the row does not have the family yet, null needs no tombstone.
      unset.set(values.size(), value == null && isNew);
      values.add(value);
    }
  }

  private static void appendCondition(
      RowChange change, Condition condition, StringBuilder cql, List<ByteBuffer> values) {
    if (condition instanceof Condition.ColumnEquals equal) {
      ColumnsPart part = change.table.columns(equal.family());
      String name = part.names().get(part.declared().position(equal.column()));
      cql.append(" IF ").append(Names.quote(name)).append(" = ?");
      values.add(change.expected.orElseThrow());
    } else {
      ColumnsPart part = change.table.columns(((Condition.Absent) condition).family());
      cql.append(" IF ").append(Names.quote(part.marker())).append(" = null");
    }
  }

  private void addItems(
      List<ByteBuffer> rowKey, ItemsChange items, long timestamp, List<BoundStatement> out) {
    CqlTable table = items.part().table();
    if (items.removesAll()) {
      long before = items.puts().isEmpty() ? timestamp : timestamp - 1;
      out.add(deletion(table, table.whereKey(rowKey.size()), before, rowKey));
    }
    for (ItemsChange.Range range : items.ranges()) {
      long before = items.putsWithin(range) ? timestamp - 1 : timestamp;
      Slice slice = range.slice();
      out.add(deletion(table, slice.where(table), before, slice.encode(table)));
    }
    String whereItem = table.whereKey(table.key().size());
    for (ItemsChange.Item removal : items.removals()) {
      out.add(deletion(table, whereItem, timestamp, wholeKey(rowKey, removal)));
    }
    String insertion = insertion(items.part());
    for (ItemsChange.Item put : items.puts()) {
      List<ByteBuffer> values = wholeKey(rowKey, put);
      values.addAll(put.values());
      values.add(CqlTypes.ofLong(timestamp));
      out.add(statements.write(insertion, values, levels.write()));
    }
  }

  private static List<ByteBuffer> wholeKey(List<ByteBuffer> rowKey, ItemsChange.Item item) {
    List<ByteBuffer> key = new ArrayList<>(rowKey);
    key.addAll(item.key());
    return key;
  }

  private BoundStatement deletion(
      CqlTable table, String where, long timestamp, List<ByteBuffer> key) {
    List<ByteBuffer> values = new ArrayList<>();
    values.add(CqlTypes.ofLong(timestamp));
    values.addAll(key);
    String cql = "DELETE FROM " + table.qualified() + " USING TIMESTAMP ? WHERE " + where;
    return statements.write(cql, values, levels.write());
  }

  private static String insertion(ItemsPart part) {
    CqlTable table = part.table();
    String names =
        part.names().stream().map(name -> ", " + Names.quote(name)).collect(Collectors.joining());
    return "INSERT INTO "
        + table.qualified()
        + " ("
        + table.keyNames()
        + names
        + ") VALUES ("
        + CqlTable.markers(table.key().size() + part.names().size())
        + ") USING TIMESTAMP ?";
  }
}
