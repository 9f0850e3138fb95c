package org.portolan.data.internal.tree;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.schema.TreeSchema;
import org.portolan.engine.Get;
import org.portolan.engine.Row;
import org.portolan.engine.RowKey;

/** One descent from the root to a node. Used by {@link Descents}. */
final class Descent {
  /** The height of a node that was not read yet and has no parent. */
  private static final int UNKNOWN = -1;

  private final Spot spot;
  private final int attemptsMax;
  private final List<Node> path = new ArrayList<>();
  private final List<Node> following = new ArrayList<>();
  private boolean sure;
  private int attempts = 1;
  private String id = Node.ROOT;
  private int height = UNKNOWN;
  private List<String> ahead = List.of();
  private Node node;
  private Row nodeRow;
  private String fault;

  Descent(Spot spot, boolean sure, int attemptsMax) {
    this.spot = spot;
    this.sure = sure;
    this.attemptsMax = attemptsMax;
  }

  Spot spot() {
    return spot;
  }

  /**
   * Returns the node that covers the spot, at the spot's height or, if the tree is lower, the root.
   */
  Node node() {
    return node;
  }

  /** Returns the inner nodes above the node, the root first; they may be outdated. */
  List<Node> path() {
    return path;
  }

  /** Returns the leaves that follow, as far as they were read along and exist; check fences. */
  List<Node> following() {
    return following;
  }

  /** Holds the row of the node, which a transaction has read; see {@link Access#hold}. */
  void hold(Access access) {
    access.hold(node.rowKey(), nodeRow);
  }

  /** Returns why no node was found. */
  Optional<String> fault() {
    return Optional.ofNullable(fault);
  }

  boolean isDone() {
    return node != null || fault != null;
  }

  /** Returns whether the next node is read outside of the transaction. */
  boolean isDirty() {
    return !sure && height > spot.height();
  }

  /** Goes down as far as the inner nodes are remembered. */
  void throughRemembered(Access access) {
    while (!sure && (height == UNKNOWN || height > spot.height())) {
      Optional<Node> remembered =
          access.remembered(rowKey(id)).flatMap(row -> Node.of(tree(), spot.value(), id, row));
      if (remembered.isEmpty() || !fits(remembered.get()) || remembered.get().isLeaf()) {
        return;
      }
      down(remembered.get());
    }
  }

  /** Returns the reads of the next node, and of the leaves that follow it. */
  List<Get> gets() {
    List<Get> gets = new ArrayList<>(1 + ahead.size());
    gets.add(Node.get(tree(), spot.value(), id));
    ahead.forEach(next -> gets.add(Node.get(tree(), spot.value(), next)));
    return gets;
  }

  /** Takes the rows that were read, and goes one level down. */
  void read(Access access, Map<RowKey, Row> rows) {
    Row row = rows.get(rowKey(id));
    Optional<Node> stored = Node.of(tree(), spot.value(), id, row);
    if (stored.isEmpty() && id.equals(Node.ROOT)) {
      stored = Optional.of(Node.emptyRoot(tree(), spot.value()));
    }
    if (stored.isEmpty()) {
      again(access, "node " + id + " is absent");
      return;
    }
    if (!fits(stored.get())) {
      again(access, "node " + id + " is not the one that its parent names");
      return;
    }
    Node found = stored.get();
    if (found.height() <= spot.height()) {
      if (id.equals(Node.ROOT)) {
        access.forget(found.rowKey());
      }
      node = found;
      nodeRow = row;
      for (String next : ahead) {
        Node.of(tree(), spot.value(), next, rows.get(rowKey(next))).ifPresent(following::add);
      }
      return;
    }
    access.remember(found.rowKey(), row);
    down(found);
  }

  private boolean fits(Node found) {
    return (height == UNKNOWN || found.height() == height)
        && found.isReadable()
        && found.covers(spot);
  }

  private void down(Node inner) {
    path.add(inner);
    int number = inner.child(spot);
    id = inner.childId(number);
    height = inner.height() - 1;
    ahead = List.of();
    if (height == 0 && spot.height() == 0 && spot.ahead() > 0) {
      List<String> ids = new ArrayList<>();
      int step = spot.below() ? -1 : 1;
      int next = number + step;
      while (next >= 0 && next < inner.children().size() && ids.size() < spot.ahead()) {
        ids.add(inner.childId(next));
        next += step;
      }
      ahead = ids;
    }
  }

  private void again(Access access, String reason) {
    path.forEach(outdated -> access.forget(outdated.rowKey()));
    path.clear();
    if (sure && ++attempts > attemptsMax) {
      fault = reason;
      return;
    }
    sure = true;
    id = Node.ROOT;
    height = UNKNOWN;
    ahead = List.of();
  }

  private TreeSchema tree() {
    return spot.tree();
  }

  private RowKey rowKey(String node) {
    return Node.rowKey(tree(), spot.value(), node);
  }
}
