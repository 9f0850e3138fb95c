package org.portolan.data.internal.index.tree;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.schema.IndexEntry;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.schema.MemberForm;
import org.portolan.engine.KeyRange;
import org.portolan.types.Bytes;
import org.portolan.types.Tuple;

/** Reads the members of trees in their order, and looks entries up. */
public final class TreeReads {
  /** The most leaves that are read in one round trip. */
  private static final int AHEAD_MAX = 63;

  private TreeReads() {}

  /**
   * A page of elements, see {@code MemberForm}.
   *
   * @param more whether more may follow
   */
  public record ElementPage(List<Object> elements, boolean more) {}

  /**
   * Reads a page. It goes on from the high fence of each leaf that it has read, so a split or a
   * merge in between neither hides a member nor shows it twice.
   *
   * @param range the range of the members; not bounded above
   */
  public static ElementPage page(
      Access access, IndexSchema index, Tuple value, KeyRange range, int limit) {
    int membersMax = index.tree().orElseThrow().membersMax();
    Bytes position = Bytes.wrap(index.memberCodec().encodePrefix(range.from()));
    Bytes excluded = range.fromInclusive() ? null : position;
    List<Object> elements = new ArrayList<>();
    while (true) {
      int ahead = Math.min(AHEAD_MAX, (limit - elements.size()) / Math.max(1, membersMax / 2));
      Descent descent =
          Descents.find(access, List.of(new Spot(index, value, position, 0, ahead))).get(0);
      List<Node> leaves = new ArrayList<>(List.of(descent.node()));
      leaves.addAll(descent.following());
      Object next = descent.node().low();
      for (Node leaf : leaves) {
        // A leaf that was split, merged or replaced since its parent was read is looked for again.
        if (!leaf.isLeaf() || !Objects.equals(leaf.low(), next)) {
          break;
        }
        int start = start(index, leaf.members(), position, excluded);
        int end = Math.min(leaf.members().size(), start + limit - elements.size());
        elements.addAll(leaf.members().subList(start, end));
        next = leaf.high();
        boolean rest = end < leaf.members().size();
        if (next == null || elements.size() == limit) {
          return new ElementPage(elements, rest || next != null);
        }
      }
      position = index.memberForm().orderKey(next);
    }
  }

  /** Returns the number of the first element at or behind a position and not excluded. */
  private static int start(IndexSchema index, List<?> elements, Bytes position, Bytes excluded) {
    MemberForm form = index.memberForm();
    int low = 0;
    int high = elements.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      Object element = elements.get(middle);
      Bytes key = form.orderKey(element);
      // A member that differs only in its originals has the excluded key at its beginning.
      if (key.compareTo(position) < 0 || (excluded != null && key.startsWith(excluded))) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Returns for each entry whether its tree has it: all in one round trip for each level. */
  public static List<Boolean> listed(Access access, IndexSchema index, List<IndexEntry> entries) {
    MemberForm form = index.memberForm();
    List<Object> elements =
        entries.stream().map(entry -> form.element(entry.member(), entry.originals())).toList();
    List<Spot> spots = new ArrayList<>(entries.size());
    for (int number = 0; number < entries.size(); number++) {
      spots.add(Spot.leaf(index, entries.get(number).value(), form.orderKey(elements.get(number))));
    }
    List<Descent> descents = Descents.find(access, spots);
    List<Boolean> listed = new ArrayList<>(entries.size());
    for (int number = 0; number < entries.size(); number++) {
      listed.add(contains(form, descents.get(number).node().members(), elements.get(number)));
    }
    return listed;
  }

  @SuppressWarnings("unchecked")
  private static boolean contains(MemberForm form, List<?> ascending, Object element) {
    return Collections.binarySearch((List<Object>) ascending, element, form::compare) >= 0;
  }
}
