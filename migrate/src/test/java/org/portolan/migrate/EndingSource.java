package org.portolan.migrate;

import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.portolan.migrate.sql.KeyRange;
import org.portolan.migrate.sql.RowQuery;
import org.portolan.migrate.sql.Source;
import org.portolan.migrate.sql.SqlColumn;
import org.portolan.migrate.sql.SqlTable;

/** A source after some of whose rows something happens. */
class EndingSource implements Source {
  private final Source source;
  private final AtomicInteger left;
  private final Runnable event;

  EndingSource(Source source, int rows, Runnable event) {
    this.source = source;
    this.left = new AtomicInteger(rows);
    this.event = event;
  }

  @Override
  public SqlTable table(String name) {
    return source.table(name);
  }

  @Override
  public List<String> tables() {
    return source.tables();
  }

  @Override
  public String identity() {
    return source.identity();
  }

  @Override
  public int readers() {
    return source.readers();
  }

  @Override
  public String isolation() {
    return source.isolation();
  }

  @Override
  public OptionalLong estimate(SqlTable table) {
    return source.estimate(table);
  }

  @Override
  public long count(SqlTable table) {
    return source.count(table);
  }

  @Override
  public long greatest(SqlTable table, String column) {
    return source.greatest(table, column);
  }

  @Override
  public List<Object> end(RowQuery query, List<Object> low, int rows) {
    return source.end(query, low, rows);
  }

  @Override
  public long read(RowQuery query, KeyRange range, int limit, RowConsumer consumer) {
    return source.read(
        query,
        range,
        limit,
        row -> {
          if (left.decrementAndGet() == 0) {
            event.run();
          }
          consumer.accept(row);
        });
  }

  @Override
  public boolean takesForEqual(
      SqlTable table, List<SqlColumn> columns, List<Object> one, List<Object> other) {
    return source.takesForEqual(table, columns, one, other);
  }

  @Override
  public void close() {
    source.close();
  }
}
