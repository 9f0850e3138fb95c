package org.portolan.engine.simulated;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.portolan.engine.ConflictException;
import org.portolan.engine.Durability;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.engine.fixture.PreparedMutation;
import org.portolan.engine.simulated.GridWrite.Target;

/** Keeps its reads and writes; the commit validates the reads and makes the writes. */
final class GridTransaction extends GatheringTransaction {
  private final GridEngine engine;
  private final Grid grid;
  private final Durability durability;
  private final Map<Target, Object> seen = new LinkedHashMap<>();
  private final Map<Target, GridWrite> writes = new LinkedHashMap<>();

  GridTransaction(GridEngine engine, Grid grid, Durability durability) {
    super(grid.capabilities().transactionBytesMax());
    this.engine = engine;
    this.grid = grid;
    this.durability = durability;
  }

  @Override
  void requireOpen() {
    engine.requireOpen();
  }

  @Override
  PreparedMutation prepare(Mutation mutation) {
    return engine.prepare(mutation);
  }

  @Override
  public List<Row> get(List<Get> gets) {
    requireGoing();
    return engine.read(
        gets,
        // As with Ignite, the work may see a torn row; it then fails at its commit or before.
        false,
        wanted -> {
          Set<Target> unseen = new LinkedHashSet<>(wanted);
          unseen.removeIf(
              target ->
                  seen.containsKey(target)
                      || (writes.containsKey(target)
                          && !(writes.get(target) instanceof GridWrite.Add)));
          return unseen;
        },
        found -> {
          found.forEach(seen::putIfAbsent);
          return target -> {
            Object stored = seen.get(target);
            GridWrite write = writes.get(target);
            return write == null ? stored : write.applied(stored);
          };
        });
  }

  @Override
  public ScanPage scan(Scan scan) {
    requireGoing();
    return engine.scan(scan);
  }

  @Override
  void gathered(Mutation mutation, PreparedMutation prepared) {
    GridWrite.of(prepared).forEach((target, write) -> writes.merge(target, write, GridWrite::then));
  }

  @Override
  public void validate() {
    requireGoing();
    if (!seen.isEmpty()) {
      requireUnchanged(engine.changed(seen));
    }
  }

  private void requireUnchanged(List<Target> changed) {
    if (!changed.isEmpty()) {
      throw new ConflictException(changed.stream().map(grid::rowKey).collect(Collectors.toSet()));
    }
  }

  @Override
  public void commit() {
    List<PreparedMutation> mutations = end();
    if (writes.isEmpty() && seen.isEmpty()) {
      return;
    }
    Set<Target> touched = new HashSet<>(seen.keySet());
    touched.addAll(writes.keySet());
    Map<Target, Object> compared = new LinkedHashMap<>(seen);
    if (grid.readable()) {
      writes.forEach(
          (target, write) -> {
            if (write instanceof GridWrite.Add && !seen.containsKey(target)) {
              // As with Ignite, the commit first reads the numbers to which it adds.
              compared.put(target, grid.read(target));
            }
          });
    }
    engine.commit(
        durability + " commit " + CallText.ofMutations(mutations),
        writes.isEmpty() ? 0 : Math.max(1, mutations.size()),
        touched,
        writes.keySet(),
        () -> {
          requireUnchanged(grid.changed(compared));
          return writes;
        });
  }
}
