package org.portolan.data.internal.tree;

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
import org.portolan.data.internal.schema.ElementForm;
import org.portolan.data.internal.schema.TreeSchema;
import org.portolan.engine.Mutation;
import org.portolan.types.Bytes;
import org.portolan.types.Tuple;

/**
 * The changes of one write to one tree: first of its leaves, then, if leaves must be split or
 * merged, of the nodes above them, from the leaves up to the root. Used by one thread.
 */
final class TreeEdit {
  private final TreeSchema tree;
  private final Tuple value;
  private final Limits limits;
  private final TreeMap<Object, Boolean> changes;
  private final Map<String, Draft> drafts = new LinkedHashMap<>();
  private final Set<String> created = new LinkedHashSet<>();
  private final Set<String> removed = new LinkedHashSet<>();
  private final boolean beginsAgain;

  TreeEdit(TreeChanges changes) {
    this.tree = changes.tree();
    this.value = changes.value();
    this.limits = new Limits(tree.layout().membersMax());
    this.changes = new TreeMap<>(tree.form()::compare);
    this.changes.putAll(changes.elements());
    List<String> replaced = changes.replaced().map(TreeContents::nodes).orElse(List.of());
    this.beginsAgain = !replaced.isEmpty();
    if (beginsAgain) {
      Draft root = Draft.of(Node.emptyRoot(tree, value));
      root.changed = true;
      drafts.put(root.id, root);
      removed.addAll(replaced);
      removed.remove(Node.ROOT);
    }
  }

  /**
   * Returns a spot for each element that changes, ascending; none if the tree begins again with an
   * empty root.
   */
  List<Spot> spots() {
    return beginsAgain
        ? List.of()
        : changes.keySet().stream()
            .map(element -> Spot.leaf(tree, value, tree.form().orderKey(element)))
            .toList();
  }

  /** Makes the changes in the leaves, which were found for {@link #spots}, in their order. */
  void changeLeaves(List<Node> leaves) {
    Map<String, List<Map.Entry<Object, Boolean>>> byLeaf = new HashMap<>();
    int position = 0;
    for (Map.Entry<Object, Boolean> change : changes.entrySet()) {
      String id = Node.ROOT;
      if (!beginsAgain) {
        Node found = leaves.get(position++);
        id = found.id();
        drafts.computeIfAbsent(id, any -> Draft.of(found));
      }
      byLeaf.computeIfAbsent(id, any -> new ArrayList<>()).add(change);
    }
    byLeaf.forEach((id, ofLeaf) -> changeLeaf(drafts.get(id), ofLeaf));
  }

  private void changeLeaf(Draft leaf, List<Map.Entry<Object, Boolean>> ofLeaf) {
    ElementForm form = tree.form();
    List<Object> before = leaf.entries;
    List<Object> now = new ArrayList<>(before.size() + ofLeaf.size());
    int next = 0;
    int added = 0;
    boolean atEnd = true;
    boolean atStart = !before.isEmpty();
    boolean changed = false;
    for (Map.Entry<Object, Boolean> change : ofLeaf) {
      Object element = change.getKey();
      while (next < before.size() && form.compare(before.get(next), element) < 0) {
        now.add(before.get(next++));
      }
      boolean there = next < before.size() && form.compare(before.get(next), element) == 0;
      if (change.getValue()) {
        now.add(element);
        added += there ? 0 : 1;
        atEnd &= there || next == before.size();
        atStart &= there || next == 0;
        changed |= !there || !before.get(next).equals(element);
      } else {
        changed |= there;
      }
      next += there ? 1 : 0;
    }
    now.addAll(before.subList(next, before.size()));
    if (changed) {
      Growth growth =
          added > 0 && atEnd
              ? Growth.AT_END
              : added > 0 && atStart ? Growth.AT_START : Growth.ANYWHERE;
      leaf.change(now, growth);
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
        .map(draft -> draft.node(tree, value))
        .toList();
  }

  /** Returns a spot for the parent of a leaf. */
  Spot parentSpot(Node leaf) {
    Bytes position = leaf.low() == null ? Bytes.EMPTY : tree.form().orderKey(leaf.low());
    return Spot.at(tree, value, position, 1);
  }

  /** Takes the inner nodes above a leaf, which were read in the transaction. */
  void takePath(Node leaf, List<Node> above) {
    Node parent = above.get(above.size() - 1);
    int number = parent.isLeaf() ? -1 : parent.child(parentSpot(leaf));
    if (number < 0
        || !parent.childId(number).equals(leaf.id())
        || !Objects.equals(parent.childLow(number), leaf.low())
        || !Objects.equals(parent.childHigh(number), leaf.high())) {
      throw new DamagedTreeException(
          tree, value, "node " + parent.id() + " should be the parent of " + leaf.id());
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
      return first instanceof Draft.Child child ? child.low() : tree.form().fence(first);
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
        number = join(children, right) ? right - 1 : number + 1;
      }
    }

    /**
     * Joins a child with the one to its left, and returns true; or shares their entries if they are
     * too many. Beside a large element, a few small ones may have to stay as they are.
     */
    private boolean join(List<Object> children, int right) {
      Draft.Child rightChild = (Draft.Child) children.get(right);
      Draft left = draft(((Draft.Child) children.get(right - 1)).id());
      Draft other = draft(rightChild.id());
      if (left.height != other.height || !Objects.equals(left.high, other.low)) {
        throw new DamagedTreeException(
            tree, value, "nodes " + left.id + " and " + other.id + " are not neighbours");
      }
      List<Object> together = new ArrayList<>(left.entries);
      together.addAll(other.entries);
      if (left.entries.isEmpty() || other.entries.isEmpty() || limits.fitTogether(together)) {
        left.entries = together;
        left.high = other.high;
        left.shrunk = true;
        left.changed = true;
        remove(other);
        children.remove(right);
        mergeBelow(left);
        return true;
      }
      List<List<Object>> pieces = limits.split(together, Growth.ANYWHERE);
      if (pieces.size() > 2 || pieces.get(0).size() == left.entries.size()) {
        return false;
      }
      left.entries = pieces.get(0);
      left.high = low(pieces.get(1));
      left.shrunk = false;
      left.changed = true;
      other.entries = pieces.get(1);
      other.low = left.high;
      other.shrunk = false;
      other.changed = true;
      children.set(right, new Draft.Child(other.low, other.id));
      mergeBelow(left);
      mergeBelow(other);
      return false;
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

  TreeSchema tree() {
    return tree;
  }

  Tuple value() {
    return value;
  }

  /** Returns the nodes that change, as they are afterwards. */
  List<Node> changedNodes() {
    return drafts.values().stream()
        .filter(draft -> draft.changed)
        .map(draft -> draft.node(tree, value))
        .toList();
  }

  /** Returns the mutations of all nodes that change; a root without elements is no row. */
  List<Mutation> mutations() {
    List<Mutation> mutations = new ArrayList<>();
    for (Node node : changedNodes()) {
      boolean empty = node.id().equals(Node.ROOT) && node.isLeaf() && node.elements().isEmpty();
      mutations.add(empty ? Node.removal(tree, value, node.id()) : node.put());
    }
    removed.forEach(id -> mutations.add(Node.removal(tree, value, id)));
    return mutations;
  }
}
