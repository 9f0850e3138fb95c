package org.portolan.data.internal.tree;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.schema.TreeSchema;
import org.portolan.engine.Row;
import org.portolan.types.Tuple;

/**
 * All of a tree, as a transaction has read it.
 *
 * @param nodes the ids of the nodes that are stored
 * @param elements ascending
 */
public record TreeContents(List<String> nodes, List<Object> elements) {
  /** The most nodes that are read in one round trip. */
  private static final int NODES_MAX = 256;

  /**
   * Reads a tree level by level, all its nodes by the reader of the access.
   *
   * @throws DamagedTreeException if the nodes contradict each other; see there
   */
  public static TreeContents read(Access access, TreeSchema tree, Tuple value) {
    List<String> ids = new ArrayList<>();
    List<Object> elements = new ArrayList<>();
    List<Node> level = new ArrayList<>();
    Optional<Node> root =
        Node.of(
            tree,
            value,
            Node.ROOT,
            access
                .heldRow(Node.rowKey(tree, value, Node.ROOT))
                .orElseGet(() -> rows(access, tree, value, List.of(Node.ROOT)).get(0)));
    root.ifPresent(level::add);
    while (!level.isEmpty()) {
      List<String> children = new ArrayList<>();
      List<Node> parents = level;
      for (Node node : parents) {
        if (!node.isReadable()) {
          throw damaged(tree, value, node.id());
        }
        ids.add(node.id());
        elements.addAll(node.elements());
        node.children().forEach(child -> children.add((String) child));
      }
      level = new ArrayList<>(children.size());
      for (int from = 0; from < children.size(); from += NODES_MAX) {
        List<String> some = children.subList(from, Math.min(children.size(), from + NODES_MAX));
        List<Row> rows = rows(access, tree, value, some);
        for (int number = 0; number < some.size(); number++) {
          String id = some.get(number);
          level.add(
              Node.of(tree, value, id, rows.get(number))
                  .orElseThrow(() -> damaged(tree, value, id)));
        }
      }
      requireFitting(tree, value, parents, level);
    }
    return new TreeContents(ids, elements);
  }

  private static void requireFitting(
      TreeSchema tree, Tuple value, List<Node> parents, List<Node> children) {
    int next = 0;
    for (Node parent : parents) {
      for (int number = 0; number < parent.children().size(); number++) {
        Node child = children.get(next++);
        if (!parent.fits(child, number)) {
          throw damaged(tree, value, child.id());
        }
      }
    }
  }

  private static List<Row> rows(Access access, TreeSchema tree, Tuple value, List<String> ids) {
    return access.get(ids.stream().map(id -> Node.get(tree, value, id)).toList());
  }

  private static DamagedTreeException damaged(TreeSchema tree, Tuple value, String id) {
    return new DamagedTreeException(
        tree, value, "node " + id + " is absent or not the one that its parent names");
  }
}
