package org.portolan.engine.cassandra;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.portolan.engine.CapabilityException;
import org.portolan.engine.Condition;
import org.portolan.types.Column;
import org.portolan.types.Tuple;

/**
 * Turns changes of rows into statements. One without a condition carries a timestamp, the version
 * or the engine's clock; one on a condition takes the ballot of its decision. When all items are
 * removed and others put in one mutation, the removal is a microsecond earlier, else it would win.
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
    SizedStatements out = new SizedStatements(change);
    boolean conditional = change.mutation.condition().isPresent();
    if (conditional) {
      if (!change.columns.isEmpty()) {
        out.add(columns(change, out, Optional.empty()));
      }
    } else if (!change.isEmpty()) {
      long timestamp = timestamp(change);
      if (!change.columns.isEmpty()) {
        out.add(columns(change, out, Optional.of(timestamp)));
      }
      change.items.values().forEach(items -> addItems(change, items, timestamp, out));
    }
    List<ByteBuffer> partition = change.table.tables().get(0).encode(partitionOf(change));
    return new WritePlan(change, partition, out.statements, conditional, out.bytes);
  }

  private static Tuple partitionOf(RowChange change) {
    return change.mutation.key().slice(0, change.table.partitionColumns());
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

  private BoundStatement columns(RowChange change, SizedStatements out, Optional<Long> timestamp) {
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
        out.count(family(change, position), appendFamily(change, position, cql, values, unset));
      }
    }
    cql.append(" WHERE ").append(main.whereKey(main.key().size()));
    values.addAll(main.encode(change.mutation.key()));
    if (timestamp.isPresent()) {
      return statements.write(cql.toString(), values, levels.write());
    }
    appendCondition(change, change.mutation.condition().orElseThrow(), cql, values);
    return statements.conditional(cql.toString(), values, unset, levels);
  }

  private static String family(RowChange change, int position) {
    return change.table.columns().get(position).family().name();
  }

  /** Returns how many bytes the values have. */
  private static long appendFamily(
      RowChange change, int position, StringBuilder cql, List<ByteBuffer> values, BitSet unset) {
    ColumnsPart part = change.table.columns().get(position);
    Optional<List<Object>> put = change.columns.get(position);
    boolean isNew =
        put.isPresent()
            && change.mutation.condition().orElse(null) instanceof Condition.Absent absent
            && absent.family().equals(part.family().name());
    cql.append(Names.quote(part.marker())).append(" = ?");
    values.add(put.isPresent() ? ByteBuffer.wrap(new byte[] {1}) : null);
    long bytes = 0;
    for (int index = 0; index < part.names().size(); index++) {
      cql.append(", ").append(Names.quote(part.names().get(index))).append(" = ?");
      Column column = part.family().columns().get(index);
      ByteBuffer value =
          put.isPresent() ? CqlTypes.encode(column.type(), put.get().get(index)) : null;
      bytes += value == null ? 0 : value.remaining();
      // Where nothing is there, null needs no tombstone.
      unset.set(values.size(), value == null && isNew);
      values.add(value);
    }
    return bytes;
  }

  private static void appendCondition(
      RowChange change, Condition condition, StringBuilder cql, List<ByteBuffer> values) {
    ColumnsPart part =
        change.table.columns(
            condition instanceof Condition.Absent absent
                ? absent.family()
                : ((Condition.ColumnEquals) condition).family());
    if (condition instanceof Condition.ColumnEquals equal) {
      String name = part.names().get(part.declared().position(equal.column()));
      cql.append(" IF ").append(Names.quote(name)).append(" = ?");
      values.add(CqlTypes.encode(change.column(equal).type(), equal.value()));
    } else {
      cql.append(" IF ").append(Names.quote(part.marker())).append(" = null");
    }
  }

  private void addItems(
      RowChange change, RowChange.OfItems items, long timestamp, SizedStatements out) {
    CqlTable table = items.part.table();
    Tuple rowKey = change.mutation.key();
    if (items.removesAll) {
      boolean puts = items.items.values().stream().anyMatch(Optional::isPresent);
      List<ByteBuffer> values = new ArrayList<>();
      values.add(CqlTypes.ofLong(puts ? timestamp - 1 : timestamp));
      values.addAll(table.encode(rowKey));
      out.add(statements.write(deletion(table, rowKey.size()), values, levels.write()));
    }
    items.items.forEach(
        (itemKey, put) -> {
          Tuple key = rowKey.append(itemKey);
          out.add(
              put.isPresent()
                  ? putItem(items.part, key, put.get(), timestamp, out)
                  : deleteItem(table, key, timestamp));
        });
  }

  private static String deletion(CqlTable table, int keyColumns) {
    return "DELETE FROM "
        + table.qualified()
        + " USING TIMESTAMP ? WHERE "
        + table.whereKey(keyColumns);
  }

  private BoundStatement deleteItem(CqlTable table, Tuple key, long timestamp) {
    List<ByteBuffer> values = new ArrayList<>();
    values.add(CqlTypes.ofLong(timestamp));
    values.addAll(table.encode(key));
    return statements.write(deletion(table, key.size()), values, levels.write());
  }

  private BoundStatement putItem(
      ItemsPart part, Tuple key, List<Object> put, long timestamp, SizedStatements out) {
    CqlTable table = part.table();
    String names =
        part.names().stream().map(name -> ", " + Names.quote(name)).collect(Collectors.joining());
    String cql =
        "INSERT INTO "
            + table.qualified()
            + " ("
            + table.keyNames()
            + names
            + ") VALUES ("
            + CqlTable.markers(key.size() + put.size())
            + ") USING TIMESTAMP ?";
    List<ByteBuffer> values = table.encode(key);
    long bytes = 0;
    for (int index = 0; index < put.size(); index++) {
      ByteBuffer value = CqlTypes.encode(part.family().columns().get(index).type(), put.get(index));
      bytes += value == null ? 0 : value.remaining();
      values.add(value);
    }
    out.count(part.family().name(), bytes);
    values.add(CqlTypes.ofLong(timestamp));
    return statements.write(cql, values, levels.write());
  }

  /** The statements of one mutation, and the size of what they write. */
  private static final class SizedStatements {
    private static final int STATEMENT_BYTES = 100;

    private final RowChange change;
    private final List<BoundStatement> statements = new ArrayList<>();
    private long bytes;

    SizedStatements(RowChange change) {
      this.change = change;
    }

    void add(BoundStatement statement) {
      statements.add(statement);
      count(STATEMENT_BYTES);
    }

    void count(String family, long valueBytes) {
      if (valueBytes > RowChange.VALUE_BYTES_MAX) {
        throw new CapabilityException(
            "a value of family '"
                + family
                + "' of table '"
                + change.table.name()
                + "' has "
                + valueBytes
                + " bytes, at most "
                + RowChange.VALUE_BYTES_MAX
                + " fit");
      }
      count(valueBytes);
    }

    private void count(long more) {
      bytes += more;
      if (bytes > RowChange.MUTATION_BYTES_MAX) {
        throw new CapabilityException(
            "the changes of row "
                + change.mutation.rowKey()
                + " have "
                + bytes
                + " bytes, at most "
                + RowChange.MUTATION_BYTES_MAX
                + " fit; divide them");
      }
    }
  }
}
