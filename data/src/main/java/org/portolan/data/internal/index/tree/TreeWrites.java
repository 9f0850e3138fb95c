package org.portolan.data.internal.index.tree;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.schema.IndexEntry;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.engine.ConflictException;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.engine.RowKey;
import org.portolan.types.Tuple;

/**
 * Changes trees, all those of one transaction together. The transaction reads the leaves and
 * rewrites them: one round trip if the inner nodes are remembered. Only if a leaf is split or
 * merged, it also reads the path from the root to that leaf, so that the commit validates it.
 */
public final class TreeWrites {
  private TreeWrites() {}

  /** The changes of one value: for each entry whether to list it. */
  public record ValueChanges(IndexSchema index, Tuple value, Map<IndexEntry, Boolean> entries) {}

  /**
   * Returns the mutations that make the changes.
   *
   * @param access the transaction; all its reads of leaves must be validated at the commit
   * @param random makes the ids of new nodes
   * @throws ConflictException if an id is in use; the write must run again
   * @throws DamagedTreeException if the nodes contradict each other; see there
   */
  public static List<Mutation> mutations(
      Access access, List<ValueChanges> changes, RandomGenerator random) {
    if (changes.isEmpty()) {
      return List.of();
    }
    List<TreeEdit> edits =
        changes.stream()
            .map(value -> new TreeEdit(value.index(), value.value(), value.entries()))
            .toList();
    changeLeaves(access, edits);
    List<TreeEdit> settled = edits.stream().filter(TreeEdit::changesInnerNodes).toList();
    settle(access, settled, random);
    List<Mutation> mutations = new ArrayList<>();
    edits.forEach(edit -> mutations.addAll(edit.mutations()));
    return mutations;
  }

  private static void changeLeaves(Access access, List<TreeEdit> edits) {
    List<Spot> spots = new ArrayList<>();
    edits.forEach(edit -> spots.addAll(edit.spots()));
    List<Node> leaves = Descents.find(access, spots).stream().map(Descent::node).toList();
    int from = 0;
    for (TreeEdit edit : edits) {
      int to = from + edit.changedElements();
      edit.changeLeaves(leaves.subList(from, to));
      from = to;
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
    Row row = access.get(List.of(Node.get(edit.index(), edit.value(), id))).get(0);
    return Node.of(edit.index(), edit.value(), id, row)
        .filter(Node::isReadable)
        .orElseThrow(
            () ->
                new DamagedTreeException(
                    edit.index(), edit.value(), "node " + id + " is absent or unreadable"));
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
        RowKey key = Node.rowKey(edit.index(), edit.value(), id);
        gets.add(Get.of(key.table(), key.key(), new FamilyRead.Presence(edit.index().family())));
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
