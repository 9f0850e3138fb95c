package org.portolan.engine.simulated;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.portolan.engine.Capabilities;
import org.portolan.engine.Capabilities.AtomicAdd;
import org.portolan.engine.Capabilities.KeyOrder;
import org.portolan.engine.Capabilities.TransactionScope;
import org.portolan.engine.Engine;
import org.portolan.engine.SchemaText;
import org.portolan.engine.TableSchema;
import org.portolan.engine.UnavailableException;
import org.portolan.engine.fixture.MemoryRow;
import org.portolan.engine.fixture.MemoryTable;
import org.portolan.engine.fixture.Part;
import org.portolan.engine.fixture.Place;

/**
 * The directory of an embedded engine like RocksDB, and the log in it. One process has it open.
 *
 * <ul>
 *   <li>A commit changes any number of rows at one moment. A transaction reads the state at its
 *       beginning.
 *   <li>If a process dies, its commits remain. If the machine loses power, it forgets the end of
 *       the log: the newest of the commits that are not synced, perhaps all of them.
 *   <li>While the disk is full, commits fail, but a failed commit may still be found later.
 * </ul>
 *
 * Thread-safe.
 */
final class Embedded implements Servers {
  private final Surroundings surroundings;
  private final Capabilities capabilities;
  private final Machines machines;
  private final Losses losses = new Losses();
  private final Map<String, Table> tables = new LinkedHashMap<>();
  private EmbeddedEngine open;
  private long commits;
  private long synced;

  /** A table with its rows, including rows without content. */
  record Table(MemoryTable codecs, ConcurrentSkipListMap<Place, EmbeddedRow> rows) {
    EmbeddedRow row(Place place) {
      return rows.computeIfAbsent(place, any -> new EmbeddedRow(codecs.key(place)));
    }
  }

  /** A change of a row. */
  record Write(String table, Place place, Part part) {}

  Embedded(Surroundings surroundings, Limits limits) {
    this.surroundings = surroundings;
    this.machines = new Machines(1, surroundings);
    this.capabilities =
        new Capabilities(
            TransactionScope.STORE,
            true,
            KeyOrder.TABLE,
            true,
            true,
            false,
            AtomicAdd.WITHOUT_CONFLICT,
            false,
            true,
            limits.keyBytesMax(),
            limits.valueBytesMax(),
            limits.mutationBytesMax());
  }

  @Override
  public Capabilities capabilities() {
    return capabilities;
  }

  @Override
  public Machines machines() {
    return machines;
  }

  @Override
  public Losses losses() {
    return losses;
  }

  Surroundings surroundings() {
    return surroundings;
  }

  @Override
  public synchronized Engine connect(Client client) {
    if (open != null && open.isOpen()) {
      throw new UnavailableException("another process has the directory open");
    }
    // The content of the log is then written to tables and synced.
    sync();
    open = new EmbeddedEngine(this, client);
    return open;
  }

  @Override
  public Engine observe(Client client) {
    return new EmbeddedEngine(this, client);
  }

  synchronized List<TableSchema> schemas() {
    return tables.values().stream().map(table -> table.codecs().schema()).toList();
  }

  synchronized void create(TableSchema schema) {
    Table standing = tables.get(schema.name());
    if (standing != null) {
      SchemaText.requireSame(standing.codecs().schema(), schema);
      return;
    }
    tables.put(
        schema.name(),
        new Table(
            new MemoryTable(schema, capabilities.keyOrder(), capabilities.keyBytesMax()),
            new ConcurrentSkipListMap<>()));
  }

  synchronized void alter(TableSchema before, TableSchema after) {
    Table standing = table(before.name());
    MemoryTable altered = standing.codecs().altered(before, after);
    tables.put(before.name(), new Table(altered, standing.rows()));
    List<String> changed =
        MemoryTable.changedFamilies(standing.codecs().schema(), altered.schema());
    standing.rows().values().forEach(row -> changed.forEach(row::forget));
  }

  synchronized void drop(String table) {
    tables.remove(table);
  }

  synchronized Table table(String table) {
    Table found = tables.get(table);
    if (found == null) {
      throw new IllegalArgumentException(
          "there is no table '" + table + "' in the directory, only " + tables.keySet());
    }
    return found;
  }

  /** Returns the number of the newest commit. */
  synchronized long newest() {
    return commits;
  }

  /** Returns a row as it was after a commit. */
  synchronized MemoryRow read(Table table, Place place, long commit) {
    return table.row(place).at(commit);
  }

  /** Returns the last commit that changed a part of a row. */
  synchronized long changedBy(Table table, Place place, EmbeddedRow.Slot slot) {
    return table.row(place).changedBy(slot);
  }

  /** Makes changes at one moment, in their order. */
  synchronized void commit(List<Write> writes) {
    commits++;
    writes.forEach(write -> table(write.table()).row(write.place()).apply(write.part(), commits));
  }

  /** Makes everything durable. */
  synchronized void sync() {
    synced = commits;
  }

  /** The machine loses power and is down for a while. */
  @Override
  public synchronized void restart(int server, long millis) {
    machines.restart(0, millis);
    long kept = synced + surroundings.random().nextLong(commits - synced + 1);
    if (kept < commits) {
      surroundings.met("state: unsynced writes forgotten");
      losses.add(null, surroundings.nowMillis());
      tables.values().forEach(table -> table.rows().values().forEach(row -> row.forgetAfter(kept)));
    }
    commits = kept;
    synced = kept;
  }
}
