package org.portolan.bench.workload.rowkeys;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.portolan.bench.load.Outcome;
import org.portolan.bench.load.OutcomeKind;
import org.portolan.bench.load.Progress;
import org.portolan.bench.load.Worker;
import org.portolan.bench.load.Workload;
import org.portolan.bench.random.Seeds;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.engine.ServerMetrics;

/**
 * Loads rows from files, or looks up rows by their ids. A file holds rows with neighbouring ids in
 * their order, as a split of a large file does; each worker reads one file at a time, so there are
 * as many files under way as workers. Zdravevski 2016, section IV.
 */
final class RowKeyWorkload implements Workload {
  private static final int FILL_ROWS = 1_000;

  /**
   * The settings of a workload.
   *
   * @param loads whether it loads; otherwise it looks up rows
   * @param fileRows the number of rows of a file
   * @param batchRows the number of rows of one write
   * @param rows the number of rows that are there to be looked up
   */
  record Settings(String name, boolean loads, long fileRows, int batchRows, long rows, long seed) {}

  private final Settings settings;
  private final RowKeys keys;
  private final Engine engine;
  private final Runnable onClose;
  private final AtomicLong files = new AtomicLong();

  /** Takes over an open store. */
  RowKeyWorkload(Settings settings, RowKeys keys, Engine engine, Runnable onClose) {
    this.settings = settings;
    this.keys = keys;
    this.engine = engine;
    this.onClose = onClose;
  }

  @Override
  public String name() {
    return settings.name;
  }

  @Override
  public Map<String, String> configuration() {
    Map<String, String> configuration = new LinkedHashMap<>();
    configuration.put("store", engine.uri());
    configuration.put("engine", engine.describe());
    configuration.put("layout", keys.layout().toString());
    configuration.put("regions", Integer.toString(keys.regions()));
    configuration.put("line-bytes", Integer.toString(keys.lineBytes()));
    if (settings.loads) {
      configuration.put("file-rows", Long.toString(settings.fileRows));
      configuration.put("batch", Integer.toString(settings.batchRows));
    } else {
      configuration.put("rows", Long.toString(settings.rows));
    }
    return configuration;
  }

  @Override
  public List<String> operations() {
    return List.of(settings.loads ? "batch" : "look-up");
  }

  /** Makes the table anew for a load; for look-ups, fills it if its last row is missing. */
  @Override
  public void prepare(Progress progress) {
    String table = keys.table();
    if (settings.loads) {
      if (engine.tables().stream().anyMatch(each -> each.name().equals(table))) {
        engine.dropTable(table);
      }
      engine.createTable(keys.schema());
      return;
    }
    engine.createTable(keys.schema());
    if (!engine.get(keys.get(settings.rows - 1)).isEmpty()) {
      return;
    }
    RandomGenerator random = new Seeds(settings.seed).stream("prefixes", 0);
    for (long from = 0; from < settings.rows; from += FILL_ROWS) {
      long end = Math.min(settings.rows, from + FILL_ROWS);
      write(from, (int) (end - from), random);
      progress.reached(end, settings.rows, "rows");
    }
    engine.flush();
  }

  private void write(long from, int rows, RandomGenerator random) {
    List<Mutation> batch = new ArrayList<>(rows);
    for (long id = from; id < from + rows; id++) {
      batch.add(keys.put(id, random));
    }
    engine.mutateAll(batch, Durability.BUFFERED);
  }

  @Override
  public Worker worker(int number, long seed) {
    RandomGenerator random = new Seeds(seed).stream("rows", number);
    return settings.loads ? new Loader(random) : new Reader(random);
  }

  /** Writes the rows of one file after the other. */
  private final class Loader implements Worker {
    private final RandomGenerator random;
    private long next;
    private long end;

    Loader(RandomGenerator random) {
      this.random = random;
    }

    @Override
    public Outcome perform() {
      if (next == end) {
        next = files.getAndIncrement() * settings.fileRows;
        end = next + settings.fileRows;
      }
      int rows = (int) Math.min(settings.batchRows, end - next);
      write(next, rows, random);
      next += rows;
      return Outcome.ok(0);
    }
  }

  /** Looks up rows at random. */
  private final class Reader implements Worker {
    private final RandomGenerator random;
    private long id;
    private Row found;

    Reader(RandomGenerator random) {
      this.random = random;
    }

    @Override
    public Outcome perform() {
      id = random.nextLong(settings.rows);
      found = engine.get(keys.get(id));
      return Outcome.ok(0);
    }

    @Override
    public Outcome judge(Outcome performed) {
      if (performed.kind() != OutcomeKind.OK) {
        return performed;
      }
      List<Object> line = found.family(RowKeys.FAMILY).orElse(List.of());
      return line.equals(List.of(keys.line(id)))
          ? performed
          : Outcome.wrongData(0, "row " + id + " holds " + line);
    }
  }

  @Override
  public boolean inProcess() {
    return engine.capabilities().local();
  }

  @Override
  public Optional<ServerMetrics> serverMetrics() {
    return engine.serverMetrics();
  }

  @Override
  public void close() {
    engine.close();
    onClose.run();
  }
}
