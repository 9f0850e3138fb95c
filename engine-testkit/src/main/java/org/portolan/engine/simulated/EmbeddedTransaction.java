package org.portolan.engine.simulated;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.portolan.engine.ConflictException;
import org.portolan.engine.Durability;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.engine.RowKey;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.engine.fixture.MemoryRow;
import org.portolan.engine.fixture.Part;
import org.portolan.engine.fixture.Place;
import org.portolan.engine.fixture.PreparedMutation;
import org.portolan.engine.fixture.Stamp;
import org.portolan.engine.simulated.Embedded.Write;
import org.portolan.engine.simulated.EmbeddedRow.Slot;
import org.portolan.types.Bytes;
import org.portolan.types.Tuple;

/** Reads the state at its beginning, keeps its writes, and validates them at its commit. */
final class EmbeddedTransaction extends GatheringTransaction {
  private final EmbeddedEngine engine;
  private final Embedded store;
  private final Durability durability;
  private final long begun;
  private final Set<Located> validated = new HashSet<>();
  private final List<Write> writes = new ArrayList<>();

  /** A part of a row that no other transaction may have changed. */
  private record Located(String table, Place place, Slot slot) {}

  EmbeddedTransaction(EmbeddedEngine engine, Embedded store, Durability durability) {
    super(store.capabilities().transactionBytesMax());
    this.engine = engine;
    this.store = store;
    this.durability = durability;
    this.begun = store.newest();
  }

  @Override
  void requireOpen() {
    engine.requireOpen();
  }

  @Override
  PreparedMutation prepare(Mutation mutation) {
    return engine.prepare(mutation);
  }

  /** Returns a row as it was at the beginning, with this transaction's changes. */
  private MemoryRow view(Embedded.Table table, Place place) {
    MemoryRow row = store.read(table, place, begun);
    int order = 0;
    for (Write write : writes) {
      if (write.place().equals(place) && write.table().equals(table.codecs().schema().name())) {
        row.apply(write.part(), new Stamp(1, ++order), false);
      }
    }
    return row;
  }

  @Override
  public List<Row> get(List<Get> gets) {
    requireGoing();
    List<Row> rows = engine.get(gets, this::view);
    gets.forEach(this::track);
    return rows;
  }

  private void track(Get get) {
    Embedded.Table table = store.table(get.table());
    Place place = table.codecs().place(get.key());
    for (FamilyRead read : get.families()) {
      if (read instanceof FamilyRead.ItemsByKey items) {
        for (Tuple key : items.itemKeys()) {
          Bytes encoded = Bytes.wrap(table.codecs().itemCodec(read.family()).encode(key));
          validated.add(
              new Located(get.table(), place, new Slot(read.family(), Optional.of(encoded))));
        }
      } else if (!(read instanceof FamilyRead.Items)) {
        validated.add(new Located(get.table(), place, Slot.of(read.family())));
      }
    }
  }

  @Override
  public ScanPage scan(Scan scan) {
    requireGoing();
    return engine.scan(scan, this::view);
  }

  @Override
  void gathered(Mutation mutation, PreparedMutation prepared) {
    Embedded.Table table = store.table(mutation.table());
    // A scan finds the row, with this transaction's changes.
    table.row(prepared.place());
    EmbeddedEngine.writes(prepared).forEach(write -> add(table, write));
  }

  private void add(Embedded.Table table, Write write) {
    Part part = write.part();
    if (part instanceof Part.AllItems || part instanceof Part.ItemRange) {
      view(table, write.place())
          .items(part.family())
          .forEach(
              (key, cell) -> {
                boolean within =
                    !(part instanceof Part.ItemRange some) || some.range().contains(key);
                if (within && !cell.removed()) {
                  Part one = new Part.OfItem(part.family(), key, Optional.empty());
                  add(table, new Write(write.table(), write.place(), one));
                }
              });
      return;
    }
    writes.add(write);
    boolean adds = part instanceof Part.OfCounter counter && counter.delta().isPresent();
    if (!adds) {
      Slot slot =
          part instanceof Part.OfItem item
              ? new Slot(part.family(), Optional.of(item.itemKey()))
              : Slot.of(part.family());
      validated.add(new Located(write.table(), write.place(), slot));
    }
  }

  /** Always valid: all reads are from the moment of the beginning. */
  @Override
  public void validate() {
    requireGoing();
  }

  @Override
  public void commit() {
    List<PreparedMutation> mutations = end();
    if (mutations.isEmpty()) {
      return;
    }
    engine.commit(
        "commit " + CallText.ofMutations(mutations),
        mutations.size(),
        durability,
        () -> {
          synchronized (store) {
            requireUnchanged();
            store.commit(writes);
            return true;
          }
        });
  }

  private void requireUnchanged() {
    Set<RowKey> changed = new HashSet<>();
    for (Located each : validated) {
      Embedded.Table table = store.table(each.table());
      if (store.changedBy(table, each.place(), each.slot()) > begun) {
        changed.add(new RowKey(each.table(), table.codecs().key(each.place())));
      }
    }
    if (!changed.isEmpty()) {
      store.surroundings().met("state: commit met a conflict");
      throw new ConflictException(changed);
    }
  }
}
