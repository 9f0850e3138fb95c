package org.portolan.data.internal.index.tree;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.engine.RowKey;
import org.portolan.types.Bytes;
import org.portolan.types.Tuple;

/**
 * Compares nodes with the nodes around them, for the check. Each node is looked at by itself: it
 * must be found from the root, its members must be in order between its fences, and its children
 * must exist and have the fences that it gives them. So the rows may come in any order.
 */
public final class TreeInspection {
  private static final int ATTEMPTS_MAX = 3;

  private final Access access;
  private final IndexSchema index;
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
  public TreeInspection(Access access, IndexSchema index, RandomGenerator random) {
    this.access = access;
    this.index = index;
    this.random = random;
  }

  /** Returns the place of a node in a row of the index. */
  public static Place place(IndexSchema index, Tuple rowKey) {
    return new Place(index.valueOf(rowKey, List.of()), rowKey.text(rowKey.size() - 1));
  }

  /** Returns the nodes that have faults. Outside of a transaction, writers may feign faults. */
  public Map<Place, NodeFault> faults(List<Place> places) {
    List<Node> nodes = new ArrayList<>();
    Map<Place, NodeFault> faults = new LinkedHashMap<>();
    List<Row> rows =
        access.get(
            places.stream().map(place -> Node.get(index, place.value(), place.id())).toList());
    for (int number = 0; number < rows.size(); number++) {
      Place place = places.get(number);
      Optional<Node> node = Node.of(index, place.value(), place.id(), rows.get(number));
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
    if (!node.isReadable() || (root && (node.low() != null || node.high() != null))) {
      return Optional.of(
          new NodeFault(
              true,
              "its lists of fences and children are wrong",
              root
                  ? List.of(Node.removal(index, node.value(), node.id()))
                  : emptied(node, node.height(), node.low(), node.high())));
    }
    List<?> entries = node.isLeaf() ? node.members() : node.separators();
    if (!ascendsWithin(entries, node.low(), node.high())) {
      return Optional.of(
          node.isLeaf()
              ? new NodeFault(
                  false,
                  "its members are not in order between its fences",
                  List.of(within(node, node.low(), node.high()).put()))
              : new NodeFault(
                  true,
                  "the fences of its children are not in order",
                  emptied(node, node.height(), node.low(), node.high())));
    }
    return Optional.empty();
  }

  private boolean ascendsWithin(List<?> entries, Object low, Object high) {
    Object before = null;
    for (Object entry : entries) {
      boolean right =
          before == null
              ? low == null || index.memberForm().compare(entry, low) >= 0
              : index.memberForm().compare(before, entry) < 0;
      if (!right || (high != null && index.memberForm().compare(entry, high) >= 0)) {
        return false;
      }
      before = entry;
    }
    return true;
  }

  /** Returns a leaf with other fences and those of its members that are between them. */
  private Node within(Node leaf, Object low, Object high) {
    List<?> members =
        leaf.members().stream()
            .map(Object.class::cast)
            .filter(member -> ascendsWithin(List.of(member), low, high))
            .sorted(index.memberForm()::compare)
            .distinct()
            .toList();
    return new Node(index, leaf.value(), leaf.id(), 0, low, high, members, List.of(), List.of());
  }

  /** Returns the mutations that put a path to one empty leaf in the place of a node. */
  private List<Mutation> emptied(Node at, int height, Object low, Object high) {
    List<Mutation> mutations = new ArrayList<>();
    String id = at.id();
    for (int level = height; level > 0; level--) {
      String child = String.format("%016x", random.nextLong());
      mutations.add(
          new Node(index, at.value(), id, level, low, high, List.of(), List.of(), List.of(child))
              .put());
      id = child;
    }
    mutations.add(
        new Node(index, at.value(), id, 0, low, high, List.of(), List.of(), List.of()).put());
    return mutations;
  }

  /** Looks for each node from its root: nobody may point to it. */
  private void lookFor(List<Node> nodes, Map<Place, NodeFault> faults) {
    List<Spot> spots = new ArrayList<>();
    for (Node node : nodes) {
      Bytes position = node.low() == null ? Bytes.EMPTY : index.memberForm().orderKey(node.low());
      spots.add(new Spot(index, node.value(), position, node.height(), 0));
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
                List.of(Node.removal(index, node.value(), node.id()))));
      }
    }
  }

  private void lookAtChildren(List<Node> nodes, Map<Place, NodeFault> faults) {
    Map<RowKey, Get> gets = new LinkedHashMap<>();
    for (Node node : nodes) {
      for (Object child : node.children()) {
        RowKey key = Node.rowKey(index, node.value(), (String) child);
        // The members are not needed.
        gets.put(
            key,
            Get.of(
                key.table(),
                key.key(),
                new FamilyRead.Columns(index.family(), List.of("height", "low", "high"))));
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
        Node.of(index, node.value(), id, read.get(Node.rowKey(index, node.value(), id)));
    boolean right =
        child
            .filter(found -> found.height() == node.height() - 1)
            .filter(found -> Objects.equals(found.low(), low))
            .filter(found -> Objects.equals(found.high(), high))
            .isPresent();
    if (right) {
      return Optional.empty();
    }
    boolean leaf = child.filter(Node::isLeaf).isPresent() && node.height() == 1;
    Node place = new Node(index, node.value(), id, 0, low, high, List.of(), List.of(), List.of());
    return Optional.of(
        new NodeFault(
            true,
            "its child " + id + (child.isEmpty() ? " is absent" : " has other fences or height"),
            leaf ? kept(node, id, low, high) : emptied(place, node.height() - 1, low, high)));
  }

  /** Keeps the members of a leaf with wrong fences that belong between the right ones. */
  private List<Mutation> kept(Node parent, String id, Object low, Object high) {
    Row row = access.get(List.of(Node.get(index, parent.value(), id))).get(0);
    return Node.of(index, parent.value(), id, row)
        .map(leaf -> List.of(within(leaf, low, high).put()))
        .orElse(List.of());
  }
}
