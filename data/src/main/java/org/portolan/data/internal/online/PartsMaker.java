package org.portolan.data.internal.online;

import java.util.Optional;
import java.util.function.Function;
import org.portolan.data.Store.Guarantee;
import org.portolan.data.StoreOptions;
import org.portolan.data.internal.epoch.StoreParts;
import org.portolan.data.internal.evolve.StoredDesign;
import org.portolan.data.internal.process.Epoch;
import org.portolan.data.internal.process.EpochAdmission;
import org.portolan.data.internal.process.EpochOverException;
import org.portolan.data.internal.process.Guard;
import org.portolan.data.internal.schema.StoreMeta;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.data.internal.session.Admission;
import org.portolan.data.internal.write.Conflicts;
import org.portolan.engine.Engine;

/**
 * Makes the parts of an open store for the design that it has. If several processes can have the
 * store open, they are those of a process that works by this design, as the store says.
 *
 * @param shared whether they can, see {@link org.portolan.data.internal.process.Guarding#isShared}
 * @param conflicts counts those of all parts
 * @param known what the application knows of the design
 */
public record PartsMaker(
    Engine engine, StoreOptions options, Conflicts conflicts, boolean shared, KnownDesign known)
    implements Function<StoredDesign, StoreParts> {

  /**
   * {@inheritDoc}
   *
   * @throws org.portolan.data.internal.process.EpochOverException if the store has a later design
   */
  @Override
  public StoreParts apply(StoredDesign stored) {
    StoreSchema schema = stored.schema(engine, known.orOf(stored));
    if (!engine.capabilities().local()) {
      // The adapter reads the tables as they are by now: others may have altered them.
      engine.tables();
    }
    StoreMeta meta = new StoreMeta(engine);
    Admission admission = session -> stored.requireUnchanged(engine.uri(), meta);
    Optional<Guard> guard = Optional.empty();
    if (shared) {
      long epoch = stored.epoch();
      if (Epoch.read(meta) < epoch) {
        // The store was stopped while its design changed, or who changed it died before it told.
        Epoch.write(meta, epoch);
      }
      if (schema.guarantee() == Guarantee.REPAIRED) {
        String owner = options.runtime().processName();
        admission = new EpochAdmission(engine, epoch, owner, () -> requireCurrent(stored, meta));
      } else {
        guard = Optional.of(Guard.join(engine, meta, epoch, options.runtime()));
      }
    }
    conflicts.use(schema);
    return new StoreParts(stored.epoch(), engine, schema, options, conflicts, admission, guard);
  }

  /** The state of an evolution is written before its epoch. */
  private void requireCurrent(StoredDesign stored, StoreMeta meta) {
    StoredDesign now = StoredDesign.of(engine);
    if (now.stoppedChange().isPresent()) {
      stored.requireUnchanged(engine.uri(), meta);
    }
    if (now.epoch() != stored.epoch()) {
      throw EpochOverException.moved(stored.epoch(), now.epoch());
    }
  }
}
