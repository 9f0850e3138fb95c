package org.portolan.data.internal.tree;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.portolan.data.internal.access.Access;
import org.portolan.engine.ConflictException;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.engine.RowKey;

/**
 * Changes trees, all those of one transaction together. The transaction reads the leaves and
 * rewrites them: one round trip if the inner nodes are remembered. Only if a leaf is split or
 * merged, it also reads the path from the root to that leaf, so that the commit validates it.
 */
public final class TreeWrites {
  private TreeWrites() {}

  /**
   * Returns the mutations that make the changes.
   *
   * @param changes at most one of each tree
   * @param access the transaction; all its reads of leaves must be validated at the commit
   * @param random makes the ids of new nodes
   * @throws ConflictException if an id is in use; the write must run again
   * @throws DamagedTreeException if the nodes contradict each other; see there
   */
  public static List<Mutation> mutations(
      Access access, List<TreeChanges> changes, RandomGenerator random) {
    if (changes.isEmpty()) {
      return List.of();
    }
    List<TreeEdit> edits = changes.stream().map(TreeEdit::new).toList();
    changeLeaves(access, edits);
    List<TreeEdit> settled = edits.stream().filter(TreeEdit::changesInnerNodes).toList();
    settle(access, settled, random);
    List<Mutation> mutations = new ArrayList<>();
    edits.forEach(edit -> mutations.addAll(edit.mutations()));
    for (TreeChanges each : changes) {
      if (each.replaced().isPresent()) {
        access.forget(Node.rowKey(each.tree(), each.value(), Node.ROOT));
      }
    }
    return mutations;
  }

  private static void changeLeaves(Access access, List<TreeEdit> edits) {
    List<Spot> spots = new ArrayList<>();
    List<Integer> ends = new ArrayList<>();
    for (TreeEdit edit : edits) {
      spots.addAll(edit.spots());
      ends.add(spots.size());
    }
    List<Node> leaves = Descents.find(access, spots).stream().map(Descent::node).toList();
    int from = 0;
    for (int number = 0; number < edits.size(); number++) {
      edits.get(number).changeLeaves(leaves.subList(from, ends.get(number)));
      from = ends.get(number);
    }
  }

  private static void settle(Access access, List<TreeEdit> edits, RandomGenerator random) {
    List<TreeEdit> owners = new ArrayList<>();
    List<Node> leaves = new ArrayList<>();
    List<Spot> parents = new ArrayList<>();
    for (TreeEdit edit : edits) {
      for (Node leaf : edit.leavesBelowRoot()) {
        owners.add(edit);
        leaves.add(leaf);
        parents.add(edit.parentSpot(leaf));
      }
    }
    List<Descent> descents = Descents.findSurely(access, parents);
    for (int position = 0; position < leaves.size(); position++) {
      List<Node> above = new ArrayList<>(descents.get(position).path());
      above.add(descents.get(position).node());
      owners.get(position).takePath(leaves.get(position), above);
    }
    Set<String> ids = new HashSet<>();
    for (TreeEdit edit : edits) {
      edit.settle(id -> read(access, edit, id), () -> newId(random, ids));
      edit.changedNodes().forEach(node -> access.forget(node.rowKey()));
    }
    requireAbsent(access, edits);
  }

  private static Node read(Access access, TreeEdit edit, String id) {
    Row row = access.get(List.of(Node.get(edit.tree(), edit.value(), id))).get(0);
    return Node.of(edit.tree(), edit.value(), id, row)
        .filter(Node::isReadable)
        .orElseThrow(
            () ->
                new DamagedTreeException(
                    edit.tree(), edit.value(), "node " + id + " is absent or unreadable"));
  }

  /** Returns an id that is as long as the name of the root, and was not used before. */
  private static String newId(RandomGenerator random, Set<String> ids) {
    while (true) {
      String id = String.format("%016x", random.nextLong());
      if (ids.add(id)) {
        return id;
      }
    }
  }

  private static void requireAbsent(Access access, List<TreeEdit> edits) {
    List<Get> gets = new ArrayList<>();
    for (TreeEdit edit : edits) {
      for (String id : edit.created()) {
        RowKey key = Node.rowKey(edit.tree(), edit.value(), id);
        gets.add(Get.of(key.table(), key.key(), new FamilyRead.Presence(edit.tree().family())));
      }
    }
    List<Row> rows = access.get(gets);
    for (int position = 0; position < rows.size(); position++) {
      if (!rows.get(position).isEmpty()) {
        throw new ConflictException(Set.of(gets.get(position).rowKey()));
      }
    }
  }
}
