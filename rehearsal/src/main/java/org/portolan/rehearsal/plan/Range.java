package org.portolan.rehearsal.plan;

import java.util.Optional;
import java.util.Set;
import org.portolan.advisor.access.TableUse;

/**
 * The range of the column by which a list is in order first, as a read passes it.
 *
 * @param near the end at which the read comes into the range; empty if it has none there
 * @param far the end at which the read leaves it; empty if it has none there
 * @param upwards whether the values ascend as they are read
 * @param known whether the statement tells the ends; not those of {@code LIKE 'a%'}
 * @param entry where the read begins
 */
public record Range(
    String column,
    Optional<TableUse.End> near,
    Optional<TableUse.End> far,
    boolean upwards,
    boolean known,
    Entry entry) {

  /** Where a read of a range begins. */
  public enum Entry {
    /** At the end of the list: it reads the entries before the range, too. */
    END_OF_LIST,
    /** At the near end of the range, or beside the nulls if it has none there. */
    BOUND,
    /**
     * On both sides of the near end. Backwards a list is entered before all entries of a value: the
     * entries that have it, which belong to the range, are read forwards.
     */
    BOTH_SIDES
  }

  /**
   * Returns a range.
   *
   * @param ends of the column; none of a range whose ends are not known
   * @param index whether an index is read, which can be entered at a value; items and rows cannot
   * @param alone whether the column alone decides the order that is wanted
   */
  static Range of(
      String column,
      Set<TableUse.End> ends,
      boolean index,
      boolean descending,
      boolean backwards,
      boolean alone) {
    boolean upwards = descending == backwards;
    Optional<TableUse.End> near = ends.stream().filter(end -> end.isLower() == upwards).findFirst();
    Optional<TableUse.End> far = ends.stream().filter(end -> end.isLower() != upwards).findFirst();
    boolean within = ends.isEmpty() || (near.isPresent() && isIncluded(near.get()));
    Entry entry =
        !index
            ? Entry.END_OF_LIST
            : !backwards || !within ? Entry.BOUND : alone ? Entry.BOTH_SIDES : Entry.END_OF_LIST;
    return new Range(column, near, far, upwards, !ends.isEmpty(), entry);
  }

  private static boolean isIncluded(TableUse.End end) {
    return end == TableUse.End.FROM || end == TableUse.End.TO;
  }

  /** Returns whether the first entry that is read may have the value at which the range begins. */
  boolean excludesNear() {
    return near.isPresent() && !isIncluded(near.get());
  }

  /** Returns whether entries before the range are read. */
  boolean isReadFromOutside() {
    return entry == Entry.END_OF_LIST && (near.isPresent() || !known);
  }
}
