package org.portolan.engine.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.BoundStatementBuilder;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Prepared statements by their text, prepared when they are first used. Thread-safe. */
final class Statements {
  /** Texts follow from schemas and projections; with more texts, one would contain a value. */
  private static final int PREPARED_MAX = 5_000;

  private static final BitSet NONE = new BitSet();

  private final CqlSession session;
  private final Map<String, PreparedStatement> prepared = new ConcurrentHashMap<>();

  Statements(CqlSession session) {
    this.session = session;
  }

  private PreparedStatement prepare(String cql) {
    PreparedStatement statement = prepared.get(cql);
    if (statement == null) {
      // Nothing is written yet, so this fails like a read, even before a write.
      statement = Requests.awaitRead("prepare '" + cql + "'", session.prepareAsync(cql));
      if (prepared.size() >= PREPARED_MAX) {
        prepared.clear();
      }
      prepared.put(cql, statement);
    }
    return statement;
  }

  /** Returns a read, which may be retried. */
  BoundStatement read(String cql, List<ByteBuffer> values, ConsistencyLevel level) {
    return bind(cql, values, NONE).setConsistencyLevel(level).setIdempotence(true).build();
  }

  /** Returns a write that may arrive twice, since it carries its timestamp. */
  BoundStatement write(String cql, List<ByteBuffer> values, ConsistencyLevel level) {
    return bind(cql, values, NONE).setConsistencyLevel(level).setIdempotence(true).build();
  }

  /**
   * Returns a write on a condition, which the driver must never repeat by itself.
   *
   * @param unset the positions of the values that must stay unchanged
   */
  BoundStatement conditional(String cql, List<ByteBuffer> values, BitSet unset, Levels levels) {
    return bind(cql, values, unset)
        .setConsistencyLevel(levels.write())
        .setSerialConsistencyLevel(levels.serial())
        .setIdempotence(false)
        .build();
  }

  private BoundStatementBuilder bind(String cql, List<ByteBuffer> values, BitSet unset) {
    BoundStatementBuilder builder = prepare(cql).boundStatementBuilder();
    for (int index = 0; index < values.size(); index++) {
      ByteBuffer value = values.get(index);
      if (!unset.get(index)) {
        builder = builder.setBytesUnsafe(index, value);
      }
    }
    return builder;
  }

  /** Forgets all statements, since a new table may have the name of an old one. */
  void clear() {
    prepared.clear();
  }
}
