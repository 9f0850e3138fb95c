package org.portolan.data.internal.index.tree;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.portolan.data.internal.schema.IndexEntry;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.schema.MemberForm;
import org.portolan.design.index.OrderedTree;
import org.portolan.engine.Mutation;
import org.portolan.types.Bytes;
import org.portolan.types.Tuple;

/**
 * The changes of one write to the tree of one value: first of its leaves, then, if leaves must be
 * split or merged, of the nodes above them, from the leaves up to the root. Used by one thread.
 */
final class TreeEdit {
  private final IndexSchema index;
  private final Tuple value;
  private final Limits limits;
  private final TreeMap<Object, Boolean> changes;
  private final Map<String, Draft> drafts = new LinkedHashMap<>();
  private final Set<String> created = new LinkedHashSet<>();
  private final Set<String> removed = new LinkedHashSet<>();

  TreeEdit(IndexSchema index, Tuple value, Map<IndexEntry, Boolean> entries) {
    this.index = index;
    this.value = value;
    this.limits = new Limits(index.tree().map(OrderedTree::membersMax).orElseThrow());
    MemberForm form = index.memberForm();
    this.changes = new TreeMap<>(form::compare);
    // If a member is both removed and added, the addition wins.
    entries.forEach(
        (entry, listed) ->
            changes.merge(
                form.element(entry.member(), entry.originals()), listed, Boolean::logicalOr));
  }

  /** Returns a spot for each element that changes, ascending. */
  List<Spot> spots() {
    return changes.keySet().stream()
        .map(element -> Spot.leaf(index, value, index.memberForm().orderKey(element)))
        .toList();
  }

  /** Returns the number of {@link #spots}. */
  int changedElements() {
    return changes.size();
  }

  /** Makes the changes in the leaves, which were found for {@link #spots}, in their order. */
  void changeLeaves(List<Node> leaves) {
    Map<String, Map<Object, Boolean>> byLeaf = new HashMap<>();
    int position = 0;
    for (Map.Entry<Object, Boolean> change : changes.entrySet()) {
      Node leaf = leaves.get(position++);
      drafts.computeIfAbsent(leaf.id(), id -> Draft.of(leaf));
      byLeaf
          .computeIfAbsent(leaf.id(), id -> new LinkedHashMap<>())
          .put(change.getKey(), change.getValue());
    }
    byLeaf.forEach((id, ofLeaf) -> changeLeaf(drafts.get(id), ofLeaf));
  }

  private void changeLeaf(Draft leaf, Map<Object, Boolean> ofLeaf) {
    MemberForm form = index.memberForm();
    List<Object> before = leaf.entries;
    TreeMap<Object, Boolean> members = new TreeMap<>(form::compare);
    before.forEach(element -> members.put(element, true));
    int added = 0;
    boolean atEnd = true;
    boolean atStart = true;
    boolean changed = false;
    for (Map.Entry<Object, Boolean> change : ofLeaf.entrySet()) {
      Object element = change.getKey();
      if (!change.getValue()) {
        changed |= members.remove(element) != null;
      } else if (members.put(element, true) == null) {
        added++;
        changed = true;
        atEnd &= before.isEmpty() || form.compare(element, before.get(before.size() - 1)) > 0;
        atStart &= !before.isEmpty() && form.compare(element, before.get(0)) < 0;
      }
    }
    if (changed) {
      Growth growth =
          added > 0 && atEnd
              ? Growth.AT_END
              : added > 0 && atStart ? Growth.AT_START : Growth.ANYWHERE;
      leaf.change(new ArrayList<>(members.keySet()), growth);
    }
  }

  /** Returns whether a leaf must be split or merged, so that nodes above it change. */
  boolean changesInnerNodes() {
    return drafts.values().stream().anyMatch(leaf -> mustSplit(leaf) || mustMerge(leaf));
  }

  private boolean mustSplit(Draft node) {
    return node.changed && limits.isOverfull(node.entries);
  }

  private boolean mustMerge(Draft node) {
    return !node.id.equals(Node.ROOT)
        && (node.shrunk || node.entries.size() <= 1)
        && limits.isUnderfull(node.entries);
  }

  /** Returns the leaves that change and are not the root: nodes above them may change too. */
  List<Node> leavesBelowRoot() {
    return drafts.values().stream()
        .filter(draft -> !draft.id.equals(Node.ROOT))
        .map(draft -> draft.node(index, value))
        .toList();
  }

  /** Returns a spot for the parent of a leaf. */
  Spot parentSpot(Node leaf) {
    Bytes position = leaf.low() == null ? Bytes.EMPTY : index.memberForm().orderKey(leaf.low());
    return new Spot(index, value, position, 1, 0);
  }

  /** Takes the inner nodes above a leaf, which were read in the transaction. */
  void takePath(Node leaf, List<Node> above) {
    Node parent = above.get(above.size() - 1);
    int number = parent.isLeaf() ? -1 : parent.child(parentSpot(leaf).position());
    if (number < 0
        || !parent.childId(number).equals(leaf.id())
        || !Objects.equals(parent.childLow(number), leaf.low())
        || !Objects.equals(parent.childHigh(number), leaf.high())) {
      throw new DamagedTreeException(
          index, value, "node " + parent.id() + " should be the parent of " + leaf.id());
    }
    above.forEach(node -> drafts.putIfAbsent(node.id(), Draft.of(node)));
  }

  /**
   * Splits and merges nodes, after {@link #takePath} for each leaf.
   *
   * @param read reads another node in the transaction
   * @param newIds makes ids
   */
  void settle(Function<String, Node> read, Supplier<String> newIds) {
    new Settling(read, newIds).run();
  }

  private final class Settling {
    private final Function<String, Node> read;
    private final Supplier<String> newIds;

    Settling(Function<String, Node> read, Supplier<String> newIds) {
      this.read = read;
      this.newIds = newIds;
    }

    void run() {
      Draft root = drafts.get(Node.ROOT);
      if (!root.isLeaf()) {
        below(root);
      }
      while (mustSplit(root)) {
        List<Object> children = new ArrayList<>();
        split(root.entries, root, children);
        root.change(children, root.growth);
        root.height++;
      }
      while (!root.isLeaf() && root.entries.size() == 1) {
        Draft only = draft(root.child(0).id());
        root.change(only.entries, Growth.ANYWHERE);
        root.height = only.height;
        remove(only);
      }
    }

    /** Settles the children of an inner node, and then its own list of them. */
    private void below(Draft inner) {
      for (Object child : List.copyOf(inner.entries)) {
        Draft draft = drafts.get(((Draft.Child) child).id());
        if (draft != null && !draft.isLeaf()) {
          below(draft);
        }
      }
      List<Object> before = inner.entries;
      List<Object> children = new ArrayList<>();
      int firstSplit = before.size();
      int lastSplit = -1;
      for (int number = 0; number < before.size(); number++) {
        Draft.Child child = (Draft.Child) before.get(number);
        Draft draft = drafts.get(child.id());
        if (draft == null || !mustSplit(draft)) {
          children.add(child);
          continue;
        }
        firstSplit = Math.min(firstSplit, number);
        lastSplit = number;
        splitChild(draft, children);
      }
      merge(children);
      if (!children.equals(before)) {
        boolean atEnd = firstSplit == before.size() - 1;
        boolean atStart = lastSplit == 0;
        inner.change(children, atEnd ? Growth.AT_END : atStart ? Growth.AT_START : Growth.ANYWHERE);
      }
    }

    /** Splits a node; its first piece keeps its id. */
    private void splitChild(Draft node, List<Object> children) {
      List<List<Object>> pieces = limits.split(node.entries, node.growth);
      Object high = node.high;
      children.add(new Draft.Child(node.low, node.id));
      node.entries = pieces.get(0);
      node.high = low(pieces.get(1));
      node.shrunk = false;
      place(pieces.subList(1, pieces.size()), node.height, node.high, high, children);
    }

    private void split(List<Object> entries, Draft node, List<Object> children) {
      place(limits.split(entries, node.growth), node.height, node.low, node.high, children);
    }

    /** Makes a new node of each piece. */
    private void place(
        List<List<Object>> pieces, int height, Object low, Object high, List<Object> children) {
      Object from = low;
      for (int number = 0; number < pieces.size(); number++) {
        Object to = number + 1 < pieces.size() ? low(pieces.get(number + 1)) : high;
        Draft piece = new Draft(newIds.get(), height, from, to, pieces.get(number));
        piece.changed = true;
        drafts.put(piece.id, piece);
        created.add(piece.id);
        children.add(new Draft.Child(from, piece.id));
        from = to;
      }
    }

    private Object low(List<Object> piece) {
      Object first = piece.get(0);
      return first instanceof Draft.Child child ? child.low() : first;
    }

    /** Merges the children that have become too small with a neighbour. */
    private void merge(List<Object> children) {
      int number = 0;
      while (number < children.size()) {
        Draft draft = drafts.get(((Draft.Child) children.get(number)).id());
        if (draft == null || !mustMerge(draft) || children.size() == 1) {
          number++;
          continue;
        }
        int right = Math.max(1, Math.min(number + 1, children.size() - 1));
        join(children, right);
        number = right - 1;
      }
    }

    /** Joins a child with the one to its left, or shares their entries if they are too many. */
    private void join(List<Object> children, int right) {
      Draft.Child rightChild = (Draft.Child) children.get(right);
      Draft left = draft(((Draft.Child) children.get(right - 1)).id());
      Draft other = draft(rightChild.id());
      if (left.height != other.height || !Objects.equals(left.high, other.low)) {
        throw new DamagedTreeException(
            index, value, "nodes " + left.id + " and " + other.id + " are not neighbours");
      }
      List<Object> together = new ArrayList<>(left.entries);
      together.addAll(other.entries);
      left.changed = true;
      if (left.entries.isEmpty() || other.entries.isEmpty() || limits.fitTogether(together)) {
        left.entries = together;
        left.high = other.high;
        left.shrunk = true;
        remove(other);
        children.remove(right);
        mergeBelow(left);
        return;
      }
      List<List<Object>> pieces = limits.split(together, Growth.ANYWHERE);
      left.entries = pieces.get(0);
      left.high = low(pieces.get(1));
      left.shrunk = false;
      other.entries = new ArrayList<>();
      pieces.subList(1, pieces.size()).forEach(other.entries::addAll);
      other.low = left.high;
      other.shrunk = false;
      other.changed = true;
      children.set(right, new Draft.Child(other.low, other.id));
      mergeBelow(left);
      mergeBelow(other);
    }

    /** Merges children again that had no neighbour before their parents were joined. */
    private void mergeBelow(Draft joined) {
      if (!joined.isLeaf()) {
        merge(joined.entries);
      }
    }

    private Draft draft(String id) {
      Draft known = drafts.get(id);
      if (known != null) {
        return known;
      }
      Draft draft = Draft.of(read.apply(id));
      drafts.put(id, draft);
      return draft;
    }

    private void remove(Draft draft) {
      drafts.remove(draft.id);
      if (!created.remove(draft.id)) {
        removed.add(draft.id);
      }
    }
  }

  /** Returns the ids of new nodes; the caller checks that they are absent. */
  Set<String> created() {
    return created;
  }

  IndexSchema index() {
    return index;
  }

  Tuple value() {
    return value;
  }

  /** Returns the nodes that change, as they are afterwards. */
  List<Node> changedNodes() {
    return drafts.values().stream()
        .filter(draft -> draft.changed)
        .map(draft -> draft.node(index, value))
        .toList();
  }

  /** Returns the mutations of all nodes that change; a root without members is no row. */
  List<Mutation> mutations() {
    List<Mutation> mutations = new ArrayList<>();
    for (Node node : changedNodes()) {
      boolean empty = node.id().equals(Node.ROOT) && node.isLeaf() && node.members().isEmpty();
      mutations.add(empty ? Node.removal(index, value, node.id()) : node.put());
    }
    removed.forEach(id -> mutations.add(Node.removal(index, value, id)));
    return mutations;
  }
}
