package org.portolan.data.internal.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.data.StoreCheck.Finding;
import org.portolan.data.StoreCheck.Kind;
import org.portolan.data.StoreRuntime;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.access.Transactions;
import org.portolan.data.internal.schema.TreeSchema;
import org.portolan.data.internal.tree.DamagedTreeException;
import org.portolan.data.internal.tree.NodeFault;
import org.portolan.data.internal.tree.TreeChanges;
import org.portolan.data.internal.tree.TreeInspection;
import org.portolan.data.internal.tree.TreeInspection.Place;
import org.portolan.data.internal.tree.TreeReads;
import org.portolan.data.internal.tree.TreeReads.Wanted;
import org.portolan.data.internal.tree.TreeWrites;
import org.portolan.engine.ConflictException;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.engine.Transaction;
import org.portolan.types.Tuple;

/**
 * The nodes of trees, each with its path from the root and its children. A node that looks wrong is
 * looked at again after the guard time, in a transaction. This phase runs before the others: index
 * entries that a damaged tree has lost are missing once it is whole again, and the next phase adds
 * them. Items have no other copy, so a repair puts those that it finds in nodes that are cut off,
 * or between wrong fences, where they belong.
 */
record TreePhase(TreeSchema tree, Transactions transactions, StoreRuntime runtime)
    implements CheckPhase {
  private static final int ROWS_MAX = 200;

  /** A repair may cut nodes off that this phase has passed: it then passes over all again. */
  private static final int PASSES_MAX = 3;

  @Override
  public void run(Engine engine, CheckState state, CheckProgress progress, Suspects suspects) {
    boolean again = true;
    for (int pass = 1; again && pass <= PASSES_MAX; pass++) {
      again = pass(engine, progress, suspects, pass == PASSES_MAX);
    }
  }

  /** Looks at all nodes; returns whether any was or is to be repaired. */
  private boolean pass(Engine engine, CheckProgress progress, Suspects suspects, boolean last) {
    boolean repaired = false;
    TreeInspection inspection =
        new TreeInspection(new Access(engine, null), tree, runtime.random());
    Scan scan = Scan.of(tree.table(), KeyRange.ALL, ROWS_MAX, FamilyRead.all(tree.family()));
    while (true) {
      ScanPage page = engine.scan(scan);
      List<Place> places = new ArrayList<>();
      for (Row row : page.rows()) {
        places.add(TreeInspection.place(tree, row.key()));
      }
      Map<Place, NodeFault> faults = inspection.faults(places);
      if (!faults.isEmpty()) {
        suspects.awaitGuard();
      }
      for (Place place : faults.keySet()) {
        repaired |= settle(place, progress, suspects, last);
      }
      if (page.next().isEmpty()) {
        return repaired;
      }
      scan = scan.following(page);
    }
  }

  private boolean settle(Place place, CheckProgress progress, Suspects suspects, boolean last) {
    for (int attempt = 1; attempt <= Suspects.ATTEMPTS_MAX; attempt++) {
      try {
        Optional<NodeFault> fault = look(place, suspects.repairs(), last);
        fault.ifPresent(
            found ->
                progress.found(
                    new Finding(
                        found.loses() ? Kind.MISSING : Kind.DANGLING,
                        tree.name(),
                        place
                            + ": "
                            + found.text()
                            + (found.loses() && !tree.restorable() ? "; items may be lost" : ""),
                        suspects.repairs()),
                    1));
        return fault.isPresent() && suspects.repairs();
      } catch (DamagedTreeException e) {
        // Another node must be repaired first, so that this one's items find their places.
        return true;
      } catch (ConflictException e) {
        suspects.pauseAfter(attempt);
      }
    }
    progress.found(
        new Finding(
            Kind.UNDECIDED,
            tree.name(),
            place
                + ": the nodes around it change faster than they can be checked; check again when"
                + " there are fewer writes",
            false),
        1);
    return false;
  }

  private Optional<NodeFault> look(Place place, boolean repair, boolean last) {
    try (Transaction transaction = transactions.begin(Durability.SYNCED)) {
      Access access = new Access(transaction, null);
      TreeInspection inspection = new TreeInspection(access, tree, runtime.random());
      Optional<NodeFault> fault = inspection.faults(List.of(place)).values().stream().findFirst();
      if (repair && fault.isPresent()) {
        fault.get().repair().forEach(transaction::mutate);
        if (!tree.restorable() && !fault.get().displaced().isEmpty()) {
          try {
            restore(access, place.value(), fault.get().displaced()).forEach(transaction::mutate);
          } catch (DamagedTreeException e) {
            transaction.validate();
            if (!last) {
              throw e;
            }
          }
        }
      }
      // Also if nothing is repaired: all reads must show the same moment.
      transaction.commit();
      return fault;
    }
  }

  /** Puts elements where they belong, unless the tree has elements with their keys. */
  private List<Mutation> restore(Access access, Tuple value, List<Object> displaced) {
    List<Optional<Object>> there =
        TreeReads.find(
            access, displaced.stream().map(element -> new Wanted(tree, value, element)).toList());
    Map<Object, Boolean> absent = new HashMap<>();
    for (int number = 0; number < displaced.size(); number++) {
      if (there.get(number).isEmpty()) {
        absent.put(displaced.get(number), true);
      }
    }
    return TreeWrites.mutations(
        access, List.of(new TreeChanges(tree, value, absent)), runtime.random());
  }
}
