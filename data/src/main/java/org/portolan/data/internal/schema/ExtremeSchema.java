package org.portolan.data.internal.schema;

import java.util.List;
import java.util.Optional;
import org.portolan.design.ExtremeDesign;
import org.portolan.design.IndexDesign;
import org.portolan.engine.KeyRange;
import org.portolan.types.KeyColumn.Direction;
import org.portolan.types.Tuple;

/**
 * Where the least or greatest values of a column are: at one end of the lists of an index, its own
 * or one of the design. Immutable.
 */
public final class ExtremeSchema {
  private final ExtremeDesign design;
  private final IndexSchema index;
  private final List<Integer> places;
  private final KeyRange range;
  private final boolean backwards;

  /**
   * @param index the index that has the values
   */
  ExtremeSchema(ExtremeDesign design, IndexSchema index) {
    this.design = design;
    this.index = index;
    IndexDesign list = index.design();
    this.places = list.on().stream().map(design.by()::indexOf).toList();
    Direction direction = list.order().get(0).direction();
    this.backwards = direction != design.end().direction();
    this.range = range(direction);
  }

  /**
   * Returns the entries without those of nulls, where these come before what is looked for. Null
   * sorts lowest, so they end an ascending list that is read backwards, and are recognized there.
   */
  private KeyRange range(Direction direction) {
    if (design.end() == ExtremeDesign.End.GREATEST || index.leavesOutNulls()) {
      return KeyRange.ALL;
    }
    Tuple nulls = Tuple.of((Object) null);
    return direction == Direction.DESCENDING
        ? new KeyRange(Tuple.EMPTY, true, nulls, false)
        : new KeyRange(nulls, false, Tuple.EMPTY, true);
  }

  public String name() {
    return design.name();
  }

  public ExtremeDesign design() {
    return design;
  }

  public IndexSchema index() {
    return index;
  }

  /** Returns the entries to read: the first of them, or the last if {@link #backwards}. */
  public KeyRange range() {
    return range;
  }

  public boolean backwards() {
    return backwards;
  }

  /**
   * Returns the value of the index under which the rows of a group are, as it is stored.
   *
   * @throws IllegalArgumentException if the group has another number of columns
   */
  public Tuple value(Tuple group) {
    if (group.size() != design.by().size()) {
      throw new IllegalArgumentException(
          "counter '"
              + name()
              + "' is read by "
              + design.by()
              + ", not by "
              + group
              + (design.by().isEmpty() ? "; pass no group" : "; pass one value for each column"));
    }
    return index.stored(new Tuple(places.stream().map(group::get).toList()));
  }

  /** Returns the value of an entry; empty if it is that of a row without a value. */
  public Optional<Object> valueOf(Tuple member) {
    return Optional.ofNullable(member.get(0));
  }
}
