package org.portolan.data.internal.tree;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.data.internal.access.Access;
import org.portolan.engine.Get;
import org.portolan.engine.Row;
import org.portolan.engine.RowKey;

/**
 * Finds the nodes of many spots at once: one round trip for each level, however many values there
 * are. Usually the inner nodes are remembered, and it is one round trip in all.
 *
 * <p>Inner nodes are remembered or read outside of the transaction ("dirty traversal", Sowell et
 * al. 2012), so a writer does not conflict with a split elsewhere in the tree. They may be
 * outdated. The fences of the node at the end of a descent show whether it is the right one. If it
 * is not, or is absent, the descent begins again at the root, and now reads every node by the
 * reader of the access, for example in the transaction. Outside of transactions this may have to be
 * repeated while others split and merge.
 */
final class Descents {
  /** How often a descent begins again before the tree counts as damaged. */
  private static final int ATTEMPTS_MAX = 20;

  private final Access access;

  private Descents(Access access) {
    this.access = access;
  }

  /**
   * Finds a node for each spot.
   *
   * @return in the order of the spots
   * @throws DamagedTreeException if the nodes contradict each other; see there
   */
  static List<Descent> find(Access access, List<Spot> spots) {
    return find(access, spots, !access.remembers());
  }

  /** As {@link #find}, with every node read by the reader of the access. */
  static List<Descent> findSurely(Access access, List<Spot> spots) {
    return find(access, spots, true);
  }

  private static List<Descent> find(Access access, List<Spot> spots, boolean sure) {
    List<Descent> all = tryToFind(access, spots, sure, ATTEMPTS_MAX);
    for (Descent descent : all) {
      if (descent.fault().isPresent()) {
        Spot spot = descent.spot();
        throw new DamagedTreeException(spot.tree(), spot.value(), descent.fault().get());
      }
    }
    return all;
  }

  /** As {@link #findSurely}; a descent that fails so often has a fault. */
  static List<Descent> tryToFind(Access access, List<Spot> spots, boolean sure, int attemptsMax) {
    List<Descent> all = new ArrayList<>(spots.size());
    spots.forEach(spot -> all.add(new Descent(spot, sure, attemptsMax)));
    Descents descents = new Descents(access);
    List<Descent> pending = new ArrayList<>(all);
    while (!pending.isEmpty()) {
      descents.oneLevel(pending);
      pending.removeIf(Descent::isDone);
    }
    return all;
  }

  private void oneLevel(List<Descent> pending) {
    Map<RowKey, Get> inside = new LinkedHashMap<>();
    Map<RowKey, Get> outside = new LinkedHashMap<>();
    for (Descent descent : pending) {
      descent.throughRemembered(access);
      for (Get get : descent.gets()) {
        (descent.isDirty() ? outside : inside).putIfAbsent(get.rowKey(), get);
      }
    }
    Map<RowKey, Row> rowsInside = read(inside, false);
    Map<RowKey, Row> rowsOutside = read(outside, true);
    for (Descent descent : pending) {
      descent.read(access, descent.isDirty() ? rowsOutside : rowsInside);
    }
  }

  private Map<RowKey, Row> read(Map<RowKey, Get> gets, boolean outside) {
    Map<RowKey, Row> read = new LinkedHashMap<>();
    List<Get> list = new ArrayList<>(gets.size());
    gets.forEach(
        (key, get) ->
            (outside ? Optional.<Row>empty() : access.heldRow(key))
                .ifPresentOrElse(row -> read.put(key, row), () -> list.add(get)));
    List<Row> rows = outside ? access.getOutside(list) : access.get(list);
    for (int position = 0; position < list.size(); position++) {
      read.put(list.get(position).rowKey(), rows.get(position));
    }
    return read;
  }
}
