package org.portolan.rehearsal.plan;

import java.util.List;
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
 * @param entered whether the read begins at the near end of the range, or beside the nulls if it
 *     has none there; otherwise it begins at the end of the list, and reads what lies before the
 *     range, too
 * @param withNear whether the entries that have the value of the near end are read
 */
public record Range(
    String column,
    Optional<TableUse.End> near,
    Optional<TableUse.End> far,
    boolean upwards,
    boolean known,
    boolean entered,
    boolean withNear) {

  /**
   * Returns a range.
   *
   * @param ends of the column; none of a range whose ends are not known
   * @param index whether an index is read, which can be entered at a value; items and rows cannot
   * @param further the further conditions on the columns: what lies at the narrowest end is known
   *     only when the lines are called
   */
  static Range of(
      String column,
      Set<TableUse.End> ends,
      List<TableUse.Further> further,
      boolean index,
      boolean descending,
      boolean backwards) {
    boolean upwards = descending == backwards;
    Optional<TableUse.End> near = ends.stream().filter(end -> end.isLower() == upwards).findFirst();
    Optional<TableUse.End> far = ends.stream().filter(end -> end.isLower() != upwards).findFirst();
    boolean several =
        further.stream()
            .filter(condition -> condition.column().equals(column))
            .flatMap(condition -> condition.end().stream())
            .anyMatch(end -> end.isLower() == upwards);
    boolean excluded = near.filter(end -> !isIncluded(end)).isPresent() && !several;
    return new Range(column, near, far, upwards, !ends.isEmpty(), index, !excluded);
  }

  private static boolean isIncluded(TableUse.End end) {
    return end == TableUse.End.FROM || end == TableUse.End.TO;
  }

  /** Returns whether entries before the range are read. */
  boolean isReadFromOutside() {
    return !entered && (near.isPresent() || !known);
  }
}
