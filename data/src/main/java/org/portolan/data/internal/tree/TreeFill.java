package org.portolan.data.internal.tree;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.portolan.data.internal.schema.TreeSchema;
import org.portolan.engine.Mutation;
import org.portolan.types.Tuple;

/**
 * Makes a tree of ascending elements, each node once: leaves as full as those of a tree that grows
 * at its end, and the nodes above them as soon as they are full. Holds one node of each level in
 * memory. No tree of the value may be there, and nothing else may write it meanwhile. Used by one
 * thread.
 */
public final class TreeFill {
  private final TreeSchema tree;
  private final Tuple value;
  private final Limits limits;
  private final Consumer<Mutation> writes;
  private final List<Level> levels = new ArrayList<>();
  private long nextId;

  /**
   * @param firstId a random number, from which on nodes are numbered: so their rows come in the
   *     order of their keys
   * @param writes takes the mutations that put the nodes
   */
  public TreeFill(TreeSchema tree, Tuple value, long firstId, Consumer<Mutation> writes) {
    this.tree = tree;
    this.value = value;
    this.limits = new Limits(tree.layout().membersMax());
    this.writes = writes;
    // Numbers that rise without end, as text too.
    this.nextId = firstId & Long.MAX_VALUE >>> 1;
  }

  /** Adds an element, beyond all those before. */
  public void add(Object element) {
    level(0).add(element);
  }

  /** Writes what is left: the last node of each level, and the root. */
  public void end() {
    if (!levels.isEmpty()) {
      levels.get(0).end();
    }
  }

  private Level level(int height) {
    if (height == levels.size()) {
      levels.add(new Level(height));
    }
    return levels.get(height);
  }

  private String newId() {
    return String.format("%016x", nextId++);
  }

  /** The last node of a level, which is not written yet. */
  private final class Level {
    private final int height;
    private List<Object> entries = new ArrayList<>();
    private long bytes;
    private Object low;
    private boolean alone = true;

    Level(int height) {
      this.height = height;
    }

    void add(Object entry) {
      entries.add(entry);
      bytes += Limits.bytes(entry);
      if (!limits.isOverfull(entries, bytes)) {
        return;
      }
      List<List<Object>> pieces = limits.split(entries, Growth.AT_END);
      int last = pieces.size() - 1;
      for (int number = 0; number < last; number++) {
        put(pieces.get(number), low(pieces.get(number + 1)));
      }
      entries = pieces.get(last);
      bytes = Limits.bytes(entries);
    }

    private Object low(List<Object> piece) {
      Object first = piece.get(0);
      return first instanceof Draft.Child child ? child.low() : tree.form().fence(first);
    }

    private void put(List<Object> piece, Object high) {
      String id = newId();
      writes.accept(new Draft(id, height, low, high, piece).node(tree, value).put());
      level(height + 1).add(new Draft.Child(low, id));
      low = high;
      alone = false;
    }

    void end() {
      if (alone) {
        writes.accept(new Draft(Node.ROOT, height, null, null, entries).node(tree, value).put());
        return;
      }
      put(entries, null);
      level(height + 1).end();
    }
  }
}
