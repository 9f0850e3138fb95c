package org.portolan.bench.pages;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.portolan.types.Tuple;

/**
 * Outboxes by hand: a save writes into the row what must still be written beside it, the old text
 * and the number of its count; the item of the history follows from the row. If the client dies
 * before it has written these, the next save of the row does, or a scan for rows with an outbox. To
 * write them again has no effect. Outboxes are cleared later, many rows at a time, each by a
 * lightweight transaction. Thread-safe.
 */
final class CassandraOutboxes {
  static final String COLUMN = "by_hand";

  private static final int CLEARED_AT_ONCE = 256;

  private final CqlSession session;
  private final PreparedStatement clear;
  private Map<Tuple, ByteBuffer> written = new HashMap<>();

  /**
   * What must still be written beside a row.
   *
   * @param number of the count, different for each edit
   * @param revision of the old text
   */
  record Outbox(long number, long revision, String text) {
    static Outbox of(ByteBuffer stored) {
      ByteBuffer in = stored.duplicate();
      return new Outbox(in.getLong(), in.getLong(), StandardCharsets.UTF_8.decode(in).toString());
    }

    ByteBuffer stored() {
      byte[] content = text.getBytes(StandardCharsets.UTF_8);
      return ByteBuffer.allocate(2 * Long.BYTES + content.length)
          .putLong(number)
          .putLong(revision)
          .put(content)
          .flip();
    }
  }

  /** Adds the column to the table of pages; {@link #close} drops it. */
  CassandraOutboxes(CqlSession session) {
    this.session = session;
    CassandraSide.changeTables(session, "ALTER TABLE page ADD " + COLUMN + " blob");
    clear =
        session.prepare(
            SimpleStatement.builder(
                    "UPDATE page SET by_hand = null WHERE prefix = ? AND title = ? IF by_hand = ?")
                .setConsistencyLevel(DefaultConsistencyLevel.QUORUM)
                .build());
  }

  /** Returns the outbox of a row, unless this client has written what it lists. */
  Optional<Outbox> left(Tuple key, Row row) {
    ByteBuffer stored = row.getByteBuffer(COLUMN);
    synchronized (this) {
      return stored == null || stored.equals(written.get(key))
          ? Optional.empty()
          : Optional.of(Outbox.of(stored));
    }
  }

  /** Call this when all that an outbox lists has been written. */
  void written(Tuple key, ByteBuffer stored) {
    Map<Tuple, ByteBuffer> full = Map.of();
    synchronized (this) {
      written.put(key, stored);
      if (written.size() == CLEARED_AT_ONCE) {
        full = written;
        written = new HashMap<>();
      }
    }
    clear(full);
  }

  private void clear(Map<Tuple, ByteBuffer> outboxes) {
    List<CompletionStage<AsyncResultSet>> answers = new ArrayList<>();
    outboxes.forEach(
        (key, stored) ->
            answers.add(session.executeAsync(clear.bind(key.get(0), key.get(1), stored))));
    answers.forEach(answer -> answer.toCompletableFuture().join());
  }

  void close() {
    CassandraSide.changeTables(session, "ALTER TABLE page DROP " + COLUMN);
  }
}
