package org.portolan.data.internal.tree;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.schema.TreeSchema;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Row;
import org.portolan.engine.RowKey;
import org.portolan.types.Tuple;

/**
 * Chooses a random member, each with the same chance, whatever the shape of the tree: acceptance
 * and rejection after Olken and Rotem 1989. A walk takes a random place of each node below the
 * root, of as many places as a full node has. It is rejected if the place is empty. Some walks are
 * made at once, since a walk alone is rejected about every second time.
 *
 * <p>Inner nodes are remembered, so a draw usually takes one round trip, whatever the height of the
 * tree. They may be outdated; then a child is absent or has other fences than its parent gives it,
 * and the next walks read every node. Until a walk meets such a child, the elements of leaves that
 * were split meanwhile have a lower chance.
 */
public final class TreeRandom {
  private static final int WALKS = 6;

  /** The most rounds of walks. After them, the last member that was found is taken. */
  private static final int ROUNDS_MAX = 30;

  private TreeRandom() {}

  /** Returns an element; empty if the tree has none. */
  public static Optional<Object> element(
      Access access, TreeSchema schema, Tuple value, RandomGenerator random) {
    Object last = null;
    Tree tree = new Tree(access, schema, value, random);
    boolean sure = false;
    for (int round = 0; round < ROUNDS_MAX; round++) {
      Node root = tree.root(sure);
      if (root.isLeaf()) {
        List<?> elements = root.elements();
        return elements.isEmpty()
            ? Optional.empty()
            : Optional.of(elements.get(random.nextInt(elements.size())));
      }
      List<Walk> walks = tree.walks(root, sure);
      for (Walk walk : walks) {
        if (walk.element != null && walk.accepted) {
          return Optional.of(walk.element);
        }
        last = walk.element == null ? last : walk.element;
      }
      sure = walks.stream().anyMatch(walk -> walk.lost);
    }
    return last != null
        ? Optional.of(last)
        : TreeReads.page(access, schema, value, KeyRange.ALL, 1).elements().stream().findFirst();
  }

  /** A walk down the tree. */
  private static final class Walk {
    /** The nodes passed. */
    private final List<Node> path = new ArrayList<>();

    /** The number of the next node among the children of the last one; -1 if there is none. */
    private int child = -1;

    /** Whether a node was not the one that its parent names. */
    private boolean lost;

    /** Whether all its places were taken. */
    private boolean accepted = true;

    private Object element;

    Node parent() {
      return path.get(path.size() - 1);
    }

    String next() {
      return parent().childId(child);
    }

    boolean fits(Node node) {
      return parent().fits(node, child);
    }
  }

  private record Tree(Access access, TreeSchema schema, Tuple value, RandomGenerator random) {

    Node root(boolean sure) {
      return nodes(List.of(Node.ROOT), sure, true)
          .get(0)
          .orElseGet(() -> Node.emptyRoot(schema, value));
    }

    /** Returns nodes in the order of their ids; reads those that are not remembered. */
    private List<Optional<Node>> nodes(List<String> ids, boolean sure, boolean inner) {
      Map<String, Optional<Node>> nodes = new HashMap<>();
      List<String> missing = new ArrayList<>();
      for (String id : ids) {
        Optional<Node> known =
            inner && !sure
                ? access.remembered(key(id)).flatMap(row -> node(id, row))
                : Optional.empty();
        nodes.put(id, known);
        if (known.isEmpty() && !missing.contains(id)) {
          missing.add(id);
        }
      }
      List<Row> rows = access.get(missing.stream().map(id -> Node.get(schema, value, id)).toList());
      for (int number = 0; number < missing.size(); number++) {
        String id = missing.get(number);
        Row row = rows.get(number);
        Optional<Node> read = node(id, row);
        nodes.put(id, read);
        if (read.isPresent() && !read.get().isLeaf()) {
          access.remember(key(id), row);
        }
      }
      return ids.stream().map(nodes::get).toList();
    }

    private RowKey key(String id) {
      return Node.rowKey(schema, value, id);
    }

    private Optional<Node> node(String id, Row row) {
      return Node.of(schema, value, id, row).filter(Node::isReadable);
    }

    /** Makes some walks, all of them level by level. */
    List<Walk> walks(Node root, boolean sure) {
      List<Walk> walks = new ArrayList<>();
      for (int number = 0; number < WALKS; number++) {
        Walk walk = new Walk();
        walk.path.add(root);
        walk.child = random.nextInt(root.children().size());
        walks.add(walk);
      }
      for (int height = root.height() - 1; height >= 0; height--) {
        List<Walk> going = walks.stream().filter(walk -> walk.child >= 0).toList();
        List<Optional<Node>> nodes =
            nodes(going.stream().map(Walk::next).toList(), sure, height > 0);
        for (int number = 0; number < going.size(); number++) {
          step(going.get(number), nodes.get(number));
        }
      }
      return walks;
    }

    private void step(Walk walk, Optional<Node> found) {
      if (found.isEmpty() || !walk.fits(found.get())) {
        walk.lost = true;
        walk.child = -1;
        walk.path.forEach(outdated -> access.forget(outdated.rowKey()));
        return;
      }
      Node node = found.get();
      List<?> entries = node.isLeaf() ? node.elements() : node.children();
      walk.child = -1;
      if (entries.isEmpty()) {
        return;
      }
      int place = random.nextInt(Math.max(schema.layout().membersMax(), entries.size()));
      walk.accepted &= place < entries.size();
      int entry = place % entries.size();
      if (node.isLeaf()) {
        walk.element = entries.get(entry);
      } else {
        walk.path.add(node);
        walk.child = entry;
      }
    }
  }
}
