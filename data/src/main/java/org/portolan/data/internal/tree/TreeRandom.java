package org.portolan.data.internal.tree;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.schema.TreeSchema;
import org.portolan.types.Tuple;

/**
 * Chooses a random member, each with the same chance, whatever the shape of the tree: acceptance
 * and rejection after Olken and Rotem 1989. A walk takes a random place of each node below the
 * root, of as many places as a full node has. It is rejected if the place is empty. Some walks are
 * made at once, since a walk alone is rejected about every second time.
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
    for (int round = 0; round < ROUNDS_MAX; round++) {
      Node root = tree.root(round == 0);
      if (root.isLeaf()) {
        List<?> elements = root.elements();
        return elements.isEmpty()
            ? Optional.empty()
            : Optional.of(elements.get(random.nextInt(elements.size())));
      }
      for (Walk walk : tree.walks(root)) {
        if (walk.element != null && walk.accepted) {
          return Optional.of(walk.element);
        }
        last = walk.element == null ? last : walk.element;
      }
    }
    return last != null
        ? Optional.of(last)
        : TreeReads.page(access, schema, value, org.portolan.engine.KeyRange.ALL, 1)
            .elements()
            .stream()
            .findFirst();
  }

  /** A walk: its next node, whether all its places were taken, and its member at the end. */
  private static final class Walk {
    private String id;
    private int height;
    private boolean accepted = true;
    private Object element;
  }

  private record Tree(Access access, TreeSchema schema, Tuple value, RandomGenerator random) {

    Node root(boolean remembered) {
      Optional<Node> known =
          remembered
              ? access
                  .remembered(Node.rowKey(schema, value, Node.ROOT))
                  .flatMap(row -> Node.of(schema, value, Node.ROOT, row))
              : Optional.empty();
      return known
          .filter(Node::isReadable)
          .orElseGet(
              () -> read(List.of(Node.ROOT)).get(0).orElseGet(() -> Node.emptyRoot(schema, value)));
    }

    private List<Optional<Node>> read(List<String> ids) {
      List<Optional<Node>> nodes = new ArrayList<>();
      var rows = access.get(ids.stream().map(id -> Node.get(schema, value, id)).toList());
      for (int number = 0; number < ids.size(); number++) {
        nodes.add(
            Node.of(schema, value, ids.get(number), rows.get(number)).filter(Node::isReadable));
      }
      return nodes;
    }

    /** Makes some walks, all of them level by level. */
    List<Walk> walks(Node root) {
      int places = schema.layout().membersMax();
      List<Walk> walks = new ArrayList<>();
      for (int number = 0; number < WALKS; number++) {
        Walk walk = new Walk();
        walk.id = root.childId(random.nextInt(root.children().size()));
        walk.height = root.height() - 1;
        walks.add(walk);
      }
      for (int height = root.height() - 1; height >= 0; height--) {
        List<Walk> going = walks.stream().filter(walk -> walk.id != null).toList();
        List<Optional<Node>> nodes = read(going.stream().map(walk -> walk.id).toList());
        for (int number = 0; number < going.size(); number++) {
          step(going.get(number), nodes.get(number), places);
        }
      }
      return walks;
    }

    private void step(Walk walk, Optional<Node> found, int places) {
      walk.id = null;
      if (found.isEmpty() || found.get().height() != walk.height) {
        return;
      }
      List<?> entries = walk.height == 0 ? found.get().elements() : found.get().children();
      if (entries.isEmpty()) {
        return;
      }
      int place = random.nextInt(Math.max(places, entries.size()));
      walk.accepted &= place < entries.size();
      Object entry = entries.get(place % entries.size());
      if (walk.height == 0) {
        walk.element = entry;
      } else {
        walk.id = (String) entry;
        walk.height--;
      }
    }
  }
}
