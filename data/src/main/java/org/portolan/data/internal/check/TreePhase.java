package org.portolan.data.internal.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.data.StoreCheck.Finding;
import org.portolan.data.StoreCheck.Kind;
import org.portolan.data.StoreRuntime;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.index.IndexContents;
import org.portolan.data.internal.index.tree.NodeFault;
import org.portolan.data.internal.index.tree.TreeInspection;
import org.portolan.data.internal.index.tree.TreeInspection.Place;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.engine.ConflictException;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.engine.Transaction;

/**
 * The nodes of the trees of an index, each with its path from the root and its children. A node
 * that looks wrong is looked at again after the guard time, in a transaction. This phase runs
 * before the others: entries that a damaged tree has lost are missing once it is whole again, and
 * the next phase adds them.
 */
record TreePhase(IndexSchema index, StoreRuntime runtime) implements CheckPhase {
  private static final int ROWS_MAX = 200;

  /** A repair may cut nodes off that this phase has passed: it then passes over all again. */
  private static final int PASSES_MAX = 3;

  @Override
  public void run(Engine engine, CheckState state, CheckProgress progress, Suspects suspects) {
    boolean again = true;
    for (int pass = 0; again && pass < PASSES_MAX; pass++) {
      again = pass(engine, progress, suspects);
    }
  }

  /** Looks at all nodes; returns whether any was repaired. */
  private boolean pass(Engine engine, CheckProgress progress, Suspects suspects) {
    boolean repaired = false;
    TreeInspection inspection =
        new TreeInspection(new Access(engine, null), index, runtime.random());
    Scan scan = Scan.of(index.table(), KeyRange.ALL, ROWS_MAX, IndexContents.read(index, ROWS_MAX));
    while (true) {
      ScanPage page = engine.scan(scan);
      List<Place> places = new ArrayList<>();
      for (Row row : page.rows()) {
        places.add(TreeInspection.place(index, row.key()));
      }
      Map<Place, NodeFault> faults = inspection.faults(places);
      if (!faults.isEmpty()) {
        suspects.awaitGuard();
      }
      for (Place place : faults.keySet()) {
        repaired |= settle(engine, place, progress, suspects);
      }
      if (page.next().isEmpty()) {
        return repaired;
      }
      scan = scan.following(page);
    }
  }

  private boolean settle(Engine engine, Place place, CheckProgress progress, Suspects suspects) {
    for (int attempt = 1; attempt <= Suspects.ATTEMPTS_MAX; attempt++) {
      try {
        Optional<NodeFault> fault = look(engine, place, suspects.repairs());
        fault.ifPresent(
            found ->
                progress.found(
                    new Finding(
                        found.loses() ? Kind.MISSING : Kind.DANGLING,
                        index.name(),
                        place + ": " + found.text(),
                        suspects.repairs()),
                    1));
        return fault.isPresent() && suspects.repairs();
      } catch (ConflictException e) {
        suspects.pauseAfter(attempt);
      }
    }
    progress.found(
        new Finding(
            Kind.UNDECIDED,
            index.name(),
            place
                + ": the nodes around it change faster than they can be checked; check again when"
                + " there are fewer writes",
            false),
        1);
    return false;
  }

  private Optional<NodeFault> look(Engine engine, Place place, boolean repair) {
    try (Transaction transaction = engine.begin(Durability.SYNCED)) {
      TreeInspection inspection =
          new TreeInspection(new Access(transaction, null), index, runtime.random());
      Optional<NodeFault> fault = inspection.faults(List.of(place)).values().stream().findFirst();
      if (repair) {
        fault.ifPresent(found -> found.repair().forEach(transaction::mutate));
      }
      // Also if nothing is repaired: all reads must show the same moment.
      transaction.commit();
      return fault;
    }
  }
}
