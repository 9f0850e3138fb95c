package org.portolan.engine.rocksdb;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.portolan.engine.ServerMetrics;
import org.portolan.engine.adapter.InFlight;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/**
 * The counters that RocksDB always keeps. Reads are not among them: RocksDB counts them only in its
 * statistics, which would slow down every operation.
 */
final class RocksDbMetrics implements ServerMetrics {
  private static final String KEYS_WRITTEN = "db.user_keys_written";
  private static final String COMPACTIONS = ".CompCount";

  private final String uri;
  private final RocksDB database;
  private final Tables tables;
  private final InFlight inFlight;

  RocksDbMetrics(String uri, RocksDB database, Tables tables, InFlight inFlight) {
    this.uri = uri;
    this.database = database;
    this.tables = tables;
    this.inFlight = inFlight;
  }

  @Override
  public String describe() {
    return "a write is a key of RocksDB that was written, by the store's own count; reads are not"
        + " counted";
  }

  @Override
  public Set<Figure> counted() {
    return Set.of(Figure.WRITES, Figure.COMPACTIONS);
  }

  @Override
  public List<Server> read() {
    inFlight.enter();
    try {
      long ended = 0;
      for (ColumnFamilyHandle family : tables.families()) {
        ended += compactions(database.getMapProperty(family, "rocksdb.cfstats"));
      }
      Map<String, String> counts = database.getMapProperty("rocksdb.dbstats");
      long writes = Long.parseLong(counts.getOrDefault(KEYS_WRITTEN, "0"));
      int running = (int) database.getLongProperty("rocksdb.num-running-compactions");
      return List.of(
          new Server(Server.EMBEDDED, List.of(new Part("store", 0, writes, running, ended))));
    } catch (RocksDBException failure) {
      throw Failures.of("read the counters of " + uri, failure);
    } finally {
      inFlight.leave();
    }
  }

  /** Adds up the levels above 0: only flushes write to level 0. {@code Sum} includes it. */
  private static long compactions(Map<String, String> levels) {
    double ended = 0;
    for (Map.Entry<String, String> level : levels.entrySet()) {
      String name = level.getKey();
      if (name.startsWith("compaction.L")
          && name.endsWith(COMPACTIONS)
          && !name.startsWith("compaction.L0.")) {
        ended += Double.parseDouble(level.getValue());
      }
    }
    return Math.round(ended);
  }
}
