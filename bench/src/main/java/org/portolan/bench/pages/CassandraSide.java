package org.portolan.bench.pages;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatementBuilder;
import com.datastax.oss.driver.api.core.cql.Statement;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.api.Text;
import org.portolan.bench.client.CassandraSessions;
import org.portolan.bench.pages.CassandraOutboxes.Outbox;
import org.portolan.engine.adapter.ClusterUri;
import org.portolan.types.Tuple;

/**
 * Cassandra's own driver. It reads and writes the same columns of the same row, undecoded, at
 * QUORUM. A save is a lightweight transaction on the row, and right after it writes of its two
 * items and of a row that counts the edit, in a separate table of the benchmark. These writes are
 * missing if the client dies in between. By hand, the row has an outbox against this.
 */
final class CassandraSide implements PageSide {
  private static final String VERSION = "version";
  private static final Duration TABLE_CHANGE_MAX = Duration.ofSeconds(60);
  private static final List<String> ITEM_COLUMNS =
      List.of("parent", "time", "contributor", "comment", "minor", "bytes", "model");

  private final PageLayout layout = new PageLayout();
  private final CqlSession session;
  private final PreparedStatement view;
  private final PreparedStatement whole;
  private final PreparedStatement update;
  private final PreparedStatement insertText;
  private final PreparedStatement insertHistory;
  private final PreparedStatement count;
  private final String counts = "benchmark_" + System.nanoTime();
  private final Optional<CassandraOutboxes> outboxes;

  /** The numbers of this client's edits, different from those of other clients. */
  private final AtomicLong numbers = new AtomicLong(System.nanoTime() << 16);

  private final List<String> written;

  /**
   * @param byHand whether to give the guarantee of the data layer
   */
  CassandraSide(ClusterUri address, boolean byHand) {
    session = CassandraSessions.open(address);
    outboxes = byHand ? Optional.of(new CassandraOutboxes(session)) : Optional.empty();
    List<String> viewed = new ArrayList<>();
    PageLayout.VIEW.forEach(family -> viewed.addAll(layout.columns(family)));
    List<String> all = new ArrayList<>(viewed);
    all.addAll(layout.columns(PageLayout.LINKS));
    written = List.copyOf(all);
    changeTables(
        session,
        "CREATE TABLE "
            + counts
            + " (counter text, receipt bigint, change bigint, PRIMARY KEY (counter, receipt))");
    count = prepare("INSERT INTO " + counts + " (counter, receipt, change) VALUES (?, ?, ?)");
    String where = " WHERE \"prefix\" = ? AND \"title\" = ?";
    view = prepare("SELECT " + names(viewed) + " FROM page" + where);
    String outbox = byHand ? CassandraOutboxes.COLUMN : "";
    whole =
        prepare(
            "SELECT "
                + names(all)
                + ", \"version\""
                + (byHand ? ", " + outbox : "")
                + " FROM page"
                + where);
    update =
        prepare(
            Text.format(
                "UPDATE page SET %s, \"version\" = ?%s%s IF \"version\" = ?",
                all.stream().map(name -> quoted(name) + " = ?").collect(Collectors.joining(", ")),
                byHand ? ", " + outbox + " = ?" : "",
                where));
    insertText =
        prepare("INSERT INTO page_texts (prefix, title, revision, text) VALUES (?, ?, ?, ?)");
    insertHistory =
        prepare(
            Text.format(
                "INSERT INTO page_history (prefix, title, revision, %s) VALUES (?, ?, ?%s)",
                names(ITEM_COLUMNS), ", ?".repeat(ITEM_COLUMNS.size())));
  }

  static void changeTables(CqlSession session, String cql) {
    session.execute(SimpleStatement.builder(cql).setTimeout(TABLE_CHANGE_MAX).build());
  }

  private static String quoted(String name) {
    return '"' + name + '"';
  }

  private static String names(List<String> names) {
    return names.stream().map(CassandraSide::quoted).collect(Collectors.joining(", "));
  }

  private PreparedStatement prepare(String cql) {
    SimpleStatementBuilder statement = SimpleStatement.builder(cql);
    return session.prepare(statement.setConsistencyLevel(DefaultConsistencyLevel.QUORUM).build());
  }

  private Row row(PreparedStatement select, int page) {
    Tuple key = layout.rowKey(page);
    Row row = session.execute(select.bind(key.get(0), key.get(1))).one();
    if (row == null || row.isNull("text")) {
      throw new BenchmarkFailedException("the row of page " + page + " has no text");
    }
    return row;
  }

  @Override
  public void read(int page) {
    Row row = row(view, page);
    if (outboxes.isPresent()) {
      row.getString("text");
    }
  }

  @Override
  public void save(int page) {
    Row row = row(whole, page);
    Tuple key = layout.rowKey(page);
    outboxes.flatMap(each -> each.left(key, row)).ifPresent(left -> writeBeside(key, row, left));
    Outbox outbox =
        new Outbox(numbers.incrementAndGet(), row.getLong("revision"), row.getString("text"));
    ByteBuffer stored = outboxes.isPresent() ? outbox.stored() : null;
    BoundStatementBuilder changed = update.boundStatementBuilder();
    int at = 0;
    for (String column : written) {
      changed = changed.setBytesUnsafe(at++, row.getBytesUnsafe(column));
    }
    long version = row.getLong(VERSION);
    changed = changed.setLong(at++, version + 1);
    if (stored != null) {
      changed = changed.setByteBuffer(at++, stored);
    }
    changed =
        changed.setString(at++, key.text(0)).setString(at++, key.text(1)).setLong(at, version);
    if (!session.execute(changed.build()).wasApplied()) {
      throw new BenchmarkFailedException("another writer changed the row of page " + page);
    }
    writeBeside(key, row, outbox);
    outboxes.ifPresent(each -> each.written(key, stored));
  }

  /** Writes the old text, the item of the history and the count: all at once, each by itself. */
  private void writeBeside(Tuple key, Row row, Outbox outbox) {
    BoundStatementBuilder history =
        insertHistory
            .boundStatementBuilder()
            .setString(0, key.text(0))
            .setString(1, key.text(1))
            .setLong(2, row.getLong("revision"));
    int item = 3;
    for (String column : ITEM_COLUMNS) {
      history = history.setBytesUnsafe(item++, row.getBytesUnsafe(column));
    }
    CompletionStage<AsyncResultSet> first =
        async(insertText.bind(key.get(0), key.get(1), outbox.revision(), outbox.text()));
    CompletionStage<AsyncResultSet> second = async(history.build());
    CompletionStage<AsyncResultSet> third = async(count.bind("edits", outbox.number(), 1L));
    first.toCompletableFuture().join();
    second.toCompletableFuture().join();
    third.toCompletableFuture().join();
  }

  private CompletionStage<AsyncResultSet> async(Statement<?> statement) {
    return session.executeAsync(statement);
  }

  @Override
  public void close() {
    outboxes.ifPresent(CassandraOutboxes::close);
    changeTables(session, "DROP TABLE " + counts);
    session.close();
  }
}
