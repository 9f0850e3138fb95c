package org.portolan.rehearsal.plan;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.portolan.advisor.access.TableUse;
import org.portolan.advisor.serve.Step;
import org.portolan.data.Paging;
import org.portolan.rehearsal.layout.TablePlace;

/**
 * One step as a call of a store.
 *
 * @param name the index or the counter; empty if it reads none
 * @param inputs the values of the key, of the index or of the beginning of the key, in their order;
 *     empty if the keys are those that the call before has listed
 * @param listed whether the keys are those that the call before has listed
 * @param range of the column by which what is read is in order first
 * @param absent the column whose nulls alone are read, at the end of an index that has them
 * @param present the column whose nulls are left out, of which an index is in order
 * @param backwards whether it is read from its end, as the order that the statement wants
 * @param turned whether that order is the opposite of the one in which it is read, to its end
 * @param end for a least or greatest value, its column and the order in which it comes first
 * @param limit how many rows the statement wants, if the list has them first; of several lists,
 *     each has them first
 * @param withCall the place of the call in whose round trip this one is made; -1 for its own
 */
public record Call(
    Step step,
    TablePlace place,
    String name,
    List<Input> inputs,
    boolean listed,
    Optional<Range> range,
    Optional<String> absent,
    Optional<String> present,
    boolean backwards,
    boolean turned,
    Optional<TableUse.Order> end,
    OptionalInt limit,
    int withCall) {

  private static final int RANGE_PAGE = 100;

  public Call {
    inputs = List.copyOf(inputs);
  }

  public int use() {
    return step.use();
  }

  /** Returns the column by whose range an index is read. */
  public Optional<String> ranged() {
    return kind() == Step.Kind.LIST ? range.map(Range::column) : Optional.empty();
  }

  /**
   * Returns the rows of a page: those that are wanted, or more if some are left out. Of a range,
   * whose end only rows show, it has as many as are expected there.
   *
   * @param rowsFollow whether the rows are read whose keys are listed
   * @return empty if all are read
   */
  public OptionalInt page(boolean rowsFollow) {
    int expected = (int) Math.min(Paging.LIMIT_MAX, Math.ceil(step.found()));
    if (limit.isPresent()) {
      return OptionalInt.of(page(limit.getAsInt(), expected));
    }
    return ranged().isPresent() && rowsFollow
        ? OptionalInt.of(Math.max(RANGE_PAGE, expected))
        : OptionalInt.empty();
  }

  private int page(int wanted, int expected) {
    if (range.isPresent() && range.get().isReadFromOutside()) {
      return Math.min(Paging.LIMIT_MAX, Math.max(RANGE_PAGE, wanted));
    }
    return Math.min(Paging.LIMIT_MAX, isOfSeveral() ? wanted : Math.max(wanted, expected));
  }

  /** Returns whether a list is read for each of several values that the statement gives. */
  public boolean isOfSeveral() {
    return inputs.stream().anyMatch(input -> input.kind() == Input.Kind.LISTED);
  }

  /** Returns the first page of what is read, of the size that {@link #page} says. */
  public Paging paging(boolean rowsFollow) {
    int size = Math.min(Paging.LIMIT_MAX, page(rowsFollow).orElse(Paging.LIMIT_MAX));
    return backwards ? Paging.last(size) : Paging.first(size);
  }

  /**
   * Returns the column beside whose nulls the list is entered, so that the page has either these
   * alone or none of them: null is the lowest value of an order.
   */
  public Optional<String> besideNulls() {
    if (absent.isPresent()) {
      return absent;
    }
    if (present.isPresent()) {
      return present.filter(any -> isAscending() != backwards);
    }
    return end.filter(any -> !any.descending())
        .map(TableUse.Order::column)
        .or(() -> ranged().filter(any -> isOpen(range.get())))
        .filter(column -> place.table().column(column).mayBeNull());
  }

  /** Whether a range goes on to the nulls, at which the read begins otherwise. */
  private static boolean isOpen(Range range) {
    return range.known() && range.near().isEmpty() && range.upwards();
  }

  /** Returns whether the first column of the index's order ascends. */
  public boolean isAscending() {
    return !step.index().orElseThrow().order().get(0).descending();
  }

  public Step.Kind kind() {
    return step.kind();
  }
}
