package org.portolan.bench.calibration;

import java.util.List;
import java.util.stream.Stream;
import org.portolan.bench.api.LiveLine;
import org.portolan.bench.load.Progress;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider.OpenMode;
import org.portolan.engine.Engines;
import org.portolan.engine.TableSchema;

/**
 * A store filled with the rows of a calibration, and the reads and writes that are measured on it.
 * Used by one thread.
 */
public final class CalibrationStore implements AutoCloseable {
  private final String uri;
  private final String server;
  private final Store store;
  private final List<TimedPath> paths;

  /** One of the reads and writes, each execution on other rows. */
  static final class TimedPath implements Timed {
    private final Store store;
    private final CalibrationPath path;
    private long number;

    TimedPath(Store store, CalibrationPath path) {
      this.store = store;
      this.path = path;
    }

    CalibrationPath path() {
      return path;
    }

    @Override
    public String name() {
      return path.name();
    }

    @Override
    public Runnable next() {
      long execution = number++;
      return () -> path.body().run(store, execution);
    }
  }

  private CalibrationStore(String uri, String server, Store store) {
    this.uri = uri;
    this.server = server;
    this.store = store;
    this.paths = CalibrationPaths.all().stream().map(path -> new TimedPath(store, path)).toList();
  }

  /**
   * Creates and fills a store.
   *
   * @throws IllegalArgumentException if the store exists
   */
  public static CalibrationStore fill(String uri, LiveLine live) {
    String server = requireEmpty(uri);
    CalibrationStore filled =
        new CalibrationStore(uri, server, Stores.openOrCreate(uri, CalibrationData.design()));
    try {
      CalibrationData.load(filled.store, Progress.shownBy(live));
      return filled;
    } catch (RuntimeException | Error failure) {
      try {
        filled.close();
      } catch (RuntimeException second) {
        failure.addSuppressed(second);
      }
      throw failure;
    }
  }

  private static String requireEmpty(String uri) {
    try (Engine engine = Engines.open(uri, OpenMode.CREATE_IF_MISSING)) {
      List<TableSchema> tables = engine.tables();
      if (!tables.isEmpty()) {
        throw new IllegalArgumentException(
            "cannot calibrate in "
                + uri
                + ": a store with "
                + tables.size()
                + " tables exists there; name a store that does not exist, it is removed at the"
                + " end");
      }
      return engine.describe();
    }
  }

  /** Returns the reads and writes, in the order in which they are shown. */
  public Stream<Timed> timed() {
    return paths.stream().map(path -> path);
  }

  List<TimedPath> paths() {
    return paths;
  }

  /** Returns the engine's own name and version. */
  String server() {
    return server;
  }

  /** Removes its tables. */
  @Override
  public void close() {
    store.close();
    try (Engine engine = Engines.open(uri, OpenMode.EXISTING)) {
      engine.tables().forEach(table -> engine.dropTable(table.name()));
    }
  }
}
