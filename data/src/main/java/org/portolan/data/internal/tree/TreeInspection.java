package org.portolan.data.internal.tree;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.schema.TreeSchema;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.engine.RowKey;
import org.portolan.types.Bytes;
import org.portolan.types.Tuple;

/**
 * Compares nodes with the nodes around them, for the check. Each node is looked at by itself: it
 * must be found from the root, its elements must be in order between its fences, and its children
 * must exist and have the fences that it gives them. So the rows may come in any order.
 */
public final class TreeInspection {
  private static final int ATTEMPTS_MAX = 3;

  private final Access access;
  private final TreeSchema tree;
  private final RandomGenerator random;

  /** The place of a node. */
  public record Place(Tuple value, String id) {
    @Override
    public String toString() {
      return value + " -> node " + id;
    }
  }

  /**
   * @param access an engine, or a transaction in which all is from one moment
   * @param random makes the ids of new nodes
   */
  public TreeInspection(Access access, TreeSchema tree, RandomGenerator random) {
    this.access = access;
    this.tree = tree;
    this.random = random;
  }

  /** Returns the place of a node in a row of a table of trees. */
  public static Place place(TreeSchema tree, Tuple rowKey) {
    return new Place(tree.valueOf(rowKey), tree.nodeOf(rowKey));
  }

  /** Returns the nodes that have faults. Outside of a transaction, writers may feign faults. */
  public Map<Place, NodeFault> faults(List<Place> places) {
    List<Node> nodes = new ArrayList<>();
    Map<Place, NodeFault> faults = new LinkedHashMap<>();
    List<Row> rows =
        access.get(
            places.stream().map(place -> Node.get(tree, place.value(), place.id())).toList());
    for (int number = 0; number < rows.size(); number++) {
      Place place = places.get(number);
      Optional<Node> node = Node.of(tree, place.value(), place.id(), rows.get(number));
      Optional<NodeFault> fault = node.flatMap(this::ownFault);
      fault.ifPresent(found -> faults.put(place, found));
      if (fault.isEmpty()) {
        node.ifPresent(nodes::add);
      }
    }
    lookFor(nodes, faults);
    lookAtChildren(nodes, faults);
    return faults;
  }

  private Optional<NodeFault> ownFault(Node node) {
    boolean root = node.id().equals(Node.ROOT);
    if (!node.hasPossibleHeight()) {
      // Its parent, if it has one, then puts an empty node there.
      return Optional.of(
          new NodeFault(
              true,
              "it has the impossible height " + node.height(),
              List.of(Node.removal(tree, node.value(), node.id())),
              List.copyOf(node.elements())));
    }
    if (!node.isReadable() || (root && (node.low() != null || node.high() != null))) {
      return Optional.of(
          new NodeFault(
              true,
              "its lists of fences and children are wrong",
              root
                  ? List.of(Node.removal(tree, node.value(), node.id()))
                  : emptied(node, node.height()),
              List.copyOf(node.elements())));
    }
    List<?> entries = node.isLeaf() ? node.elements() : node.separators();
    if (!ascendsWithin(entries, node.low(), node.high())) {
      return Optional.of(
          node.isLeaf()
              ? new NodeFault(
                  false,
                  "its elements are not in order between its fences",
                  List.of(within(node, node.low(), node.high()).put()),
                  outside(node, node.low(), node.high()))
              : NodeFault.losing(
                  "the fences of its children are not in order", emptied(node, node.height())));
    }
    if (Set.copyOf(node.children()).size() < node.children().size()) {
      return Optional.of(
          new NodeFault(true, "it names a child twice", withDistinctChildren(node), List.of()));
    }
    return Optional.empty();
  }

  /** Returns the mutations that put empty nodes in the places of a child but its first. */
  private List<Mutation> withDistinctChildren(Node node) {
    List<Mutation> mutations = new ArrayList<>();
    Set<Object> children = new LinkedHashSet<>();
    for (int number = 0; number < node.children().size(); number++) {
      if (!children.add(node.childId(number))) {
        String id = newId();
        children.add(id);
        mutations.addAll(
            emptied(
                empty(node.value(), id, node.childLow(number), node.childHigh(number)),
                node.height() - 1));
      }
    }
    mutations.add(
        new Node(
                tree,
                node.value(),
                node.id(),
                node.height(),
                node.low(),
                node.high(),
                List.of(),
                node.separators(),
                List.copyOf(children))
            .put());
    return mutations;
  }

  private String newId() {
    return String.format("%016x", random.nextLong());
  }

  private Node empty(Tuple value, String id, Object low, Object high) {
    return new Node(tree, value, id, 0, low, high, List.of(), List.of(), List.of());
  }

  private boolean ascendsWithin(List<?> entries, Object low, Object high) {
    Object before = null;
    for (Object entry : entries) {
      boolean right =
          before == null
              ? low == null || tree.form().compare(entry, low) >= 0
              : tree.form().compare(before, entry) < 0;
      if (!right || (high != null && tree.form().compare(entry, high) >= 0)) {
        return false;
      }
      before = entry;
    }
    return true;
  }

  /** Returns a leaf with other fences and those of its elements that are between them. */
  private Node within(Node leaf, Object low, Object high) {
    TreeSet<Object> elements = new TreeSet<>(tree.form()::compare);
    for (Object element : leaf.elements()) {
      if (ascendsWithin(List.of(element), low, high)) {
        elements.add(element);
      }
    }
    List<Object> kept = List.copyOf(elements);
    return new Node(tree, leaf.value(), leaf.id(), 0, low, high, kept, List.of(), List.of());
  }

  private List<Object> outside(Node leaf, Object low, Object high) {
    List<Object> outside = new ArrayList<>(leaf.elements());
    outside.removeIf(element -> ascendsWithin(List.of(element), low, high));
    return outside;
  }

  /** Returns the mutations that put a path to one empty leaf in the place of a node. */
  private List<Mutation> emptied(Node at, int height) {
    List<Mutation> mutations = new ArrayList<>();
    String id = at.id();
    for (int level = height; level > 0; level--) {
      String child = newId();
      mutations.add(
          new Node(
                  tree,
                  at.value(),
                  id,
                  level,
                  at.low(),
                  at.high(),
                  List.of(),
                  List.of(),
                  List.of(child))
              .put());
      id = child;
    }
    mutations.add(empty(at.value(), id, at.low(), at.high()).put());
    return mutations;
  }

  /** Looks for each node from its root: nobody may point to it. */
  private void lookFor(List<Node> nodes, Map<Place, NodeFault> faults) {
    List<Spot> spots = new ArrayList<>();
    for (Node node : nodes) {
      Bytes position = node.low() == null ? Bytes.EMPTY : tree.form().orderKey(node.low());
      spots.add(Spot.at(tree, node.value(), position, node.height()));
    }
    List<Descent> descents = Descents.tryToFind(access, spots, true, ATTEMPTS_MAX);
    for (int number = 0; number < nodes.size(); number++) {
      Node node = nodes.get(number);
      Descent descent = descents.get(number);
      // A fault on the way is a fault of another node, which is reported there.
      if (descent.fault().isEmpty() && !descent.node().id().equals(node.id())) {
        faults.put(
            new Place(node.value(), node.id()),
            new NodeFault(
                false,
                "no node points to it",
                List.of(Node.removal(tree, node.value(), node.id())),
                List.copyOf(node.elements())));
      }
    }
  }

  private void lookAtChildren(List<Node> nodes, Map<Place, NodeFault> faults) {
    Map<RowKey, Get> gets = new LinkedHashMap<>();
    for (Node node : nodes) {
      for (Object child : node.children()) {
        RowKey key = Node.rowKey(tree, node.value(), (String) child);
        // The elements are not needed.
        gets.put(
            key,
            Get.of(
                key.table(),
                key.key(),
                new FamilyRead.Columns(tree.family(), List.of("height", "low", "high"))));
      }
    }
    List<Row> rows = access.get(new ArrayList<>(gets.values()));
    Map<RowKey, Row> read = new LinkedHashMap<>();
    int position = 0;
    for (RowKey key : gets.keySet()) {
      read.put(key, rows.get(position++));
    }
    for (Node node : nodes) {
      for (int number = 0; number < node.children().size(); number++) {
        Place place = new Place(node.value(), node.id());
        Optional<NodeFault> fault = childFault(node, number, read);
        if (fault.isPresent() && !faults.containsKey(place)) {
          faults.put(place, fault.get());
        }
      }
    }
  }

  private Optional<NodeFault> childFault(Node node, int number, Map<RowKey, Row> read) {
    String id = node.childId(number);
    Object low = node.childLow(number);
    Object high = node.childHigh(number);
    Optional<Node> child =
        Node.of(tree, node.value(), id, read.get(Node.rowKey(tree, node.value(), id)));
    if (child.filter(found -> node.fits(found, number)).isPresent()) {
      return Optional.empty();
    }
    String text =
        "its child " + id + (child.isEmpty() ? " is absent" : " has other fences or height");
    Node place = empty(node.value(), id, low, high);
    Row row = access.get(List.of(Node.get(tree, node.value(), id))).get(0);
    Node found = Node.of(tree, node.value(), id, row).orElse(place);
    return Optional.of(
        node.height() == 1 && found.isLeaf() && child.isPresent()
            ? new NodeFault(
                true, text, List.of(within(found, low, high).put()), outside(found, low, high))
            : new NodeFault(
                true, text, emptied(place, node.height() - 1), List.copyOf(found.elements())));
  }
}
