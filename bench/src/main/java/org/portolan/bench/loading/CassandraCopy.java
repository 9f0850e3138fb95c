package org.portolan.bench.loading;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import org.portolan.bench.api.Text;
import org.portolan.bench.client.CassandraSessions;
import org.portolan.engine.adapter.ClusterUri;

/** Cassandra's own driver: prepared inserts at QUORUM, many at once, each to a replica. */
final class CassandraCopy implements CellCopy {
  private static final Duration TABLE_CHANGE_MAX = Duration.ofSeconds(60);
  private static final int BATCH_ROWS = 100;

  private final CqlSession session;
  private final Map<TableMetadata, List<Row>> tables = new LinkedHashMap<>();
  private final List<String> copies = new ArrayList<>();

  CassandraCopy(ClusterUri address) {
    session = CassandraSessions.open(address);
    session
        .getMetadata()
        .getKeyspace(session.getKeyspace().orElseThrow())
        .orElseThrow()
        .getTables()
        .values()
        .forEach(table -> tables.put(table, read(table)));
  }

  private List<Row> read(TableMetadata table) {
    return session
        .execute(
            SimpleStatement.newInstance("SELECT * FROM " + table.getName().asCql(true))
                .setConsistencyLevel(DefaultConsistencyLevel.QUORUM))
        .all();
  }

  @Override
  public List<Batch> begin() {
    List<Batch> batches = new ArrayList<>();
    tables.forEach(
        (table, rows) -> {
          PreparedStatement insert = makeCopy(table);
          for (int from = 0; from < rows.size(); from += BATCH_ROWS) {
            List<Row> batch = rows.subList(from, Math.min(rows.size(), from + BATCH_ROWS));
            batches.add(() -> insert(insert, batch));
          }
        });
    return batches;
  }

  private PreparedStatement makeCopy(TableMetadata table) {
    String name = "copy_" + table.getName().asInternal();
    String standing = table.describe(false);
    int columns = standing.indexOf('(');
    changeTables(Text.format("CREATE TABLE \"%s\" %s", name, standing.substring(columns)));
    copies.add(name);
    String names =
        table.getColumns().keySet().stream()
            .map(column -> column.asCql(true))
            .collect(Collectors.joining(", "));
    String marks =
        table.getColumns().keySet().stream().map(c -> "?").collect(Collectors.joining(", "));
    return session.prepare(
        SimpleStatement.newInstance(
                Text.format("INSERT INTO \"%s\" (%s) VALUES (%s)", name, names, marks))
            .setConsistencyLevel(DefaultConsistencyLevel.QUORUM));
  }

  private void changeTables(String cql) {
    session.execute(SimpleStatement.newInstance(cql).setTimeout(TABLE_CHANGE_MAX));
  }

  private void insert(PreparedStatement insert, List<Row> batch) {
    List<CompletionStage<AsyncResultSet>> sent = new ArrayList<>();
    for (Row row : batch) {
      sent.add(session.executeAsync(bound(insert, row)));
    }
    sent.forEach(one -> one.toCompletableFuture().join());
  }

  /** Columns without a value stay unset: a null would be a tombstone, which no load writes. */
  private static BoundStatement bound(PreparedStatement insert, Row row) {
    BoundStatementBuilder builder = insert.boundStatementBuilder();
    for (int column = 0; column < row.getColumnDefinitions().size(); column++) {
      if (!row.isNull(column)) {
        builder =
            builder.setBytesUnsafe(
                row.getColumnDefinitions().get(column).getName(), row.getBytesUnsafe(column));
      }
    }
    return builder.build();
  }

  @Override
  public void remove() {
    copies.forEach(copy -> changeTables(Text.format("DROP TABLE \"%s\"", copy)));
    copies.clear();
  }

  @Override
  public long rows() {
    return tables.values().stream().mapToLong(List::size).sum();
  }

  @Override
  public void close() {
    session.close();
  }
}
