package org.portolan.data.internal.index;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.access.ReadOrder;
import org.portolan.data.internal.auto.IndexUse;
import org.portolan.data.internal.index.BucketReads.Found;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.schema.MemberForm;
import org.portolan.data.internal.schema.TreeSchema;
import org.portolan.data.internal.tree.TreeReads;
import org.portolan.design.index.Bucket;
import org.portolan.engine.Get;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Row;
import org.portolan.types.KeyCodec;
import org.portolan.types.Tuple;

/** Reads the members of an index: all buckets of a value in one round trip, merged in order. */
public final class IndexReads {
  private IndexReads() {}

  /** A member, that is its place in the order of the index, and the key of its row. */
  public record Member(Tuple member, Tuple key) {}

  /**
   * One page of members in the order of reading; {@code ahead} is the member behind which more may
   * follow.
   */
  public record MemberPage(List<Member> members, Optional<Tuple> ahead) {}

  /**
   * Reads a page of members.
   *
   * @param value as it is stored
   * @param range the range of the members; bounded at most where reading begins
   */
  public static MemberPage page(
      Access access, IndexSchema index, Tuple value, KeyRange range, boolean backwards, int limit) {
    MemberPage page = read(access, index, value, range, backwards, limit);
    IndexUse use = access.uses().of(index);
    if (use != null) {
      use.read(page.members().size());
    }
    return page;
  }

  private static MemberPage read(
      Access access, IndexSchema index, Tuple value, KeyRange range, boolean backwards, int limit) {
    if (index.tree().isPresent()) {
      TreeSchema tree = index.tree().get();
      return pageOfTree(
          index,
          backwards
              ? TreeReads.pageBackwards(access, tree, value, range, limit)
              : TreeReads.page(access, tree, value, range, limit));
    }
    if (index.claims().isPresent()) {
      return new MemberPage(ClaimReads.members(access, index, value, range), Optional.empty());
    }
    ReadOrder order = new ReadOrder(index.memberCodec(), backwards);
    return index.cells()
        ? pageOfCells(access, index, value, range, order, limit)
        : pageOfObjects(access, index, value, range, order, limit);
  }

  private static MemberPage pageOfTree(IndexSchema index, TreeReads.ElementPage page) {
    List<Member> members = page.elements().stream().map(element -> member(index, element)).toList();
    return new MemberPage(
        members,
        page.more() && !members.isEmpty()
            ? Optional.of(members.get(members.size() - 1).member())
            : Optional.empty());
  }

  private static MemberPage pageOfCells(
      Access access, IndexSchema index, Tuple value, KeyRange range, ReadOrder order, int limit) {
    List<Member> members = new ArrayList<>();
    KeyRange left = range;
    while (true) {
      int wanted = limit + 1 - members.size();
      List<Bucket> buckets = index.partitioning().reads();
      Frontier frontier = readCells(access, index, value, buckets, left, order, wanted);
      for (Found found : frontier.members()) {
        if (members.size() == limit) {
          return new MemberPage(members, Optional.of(members.get(limit - 1).member()));
        }
        members.add(member(index, found));
      }
      if (frontier.end().isEmpty()) {
        return new MemberPage(members, Optional.empty());
      }
      left = order.behind(left, frontier.end().get());
    }
  }

  /**
   * The members up to the point up to which every bucket was read.
   *
   * @param end that point; empty if every bucket was read to its end
   */
  record Frontier(List<Found> members, Optional<Tuple> end) {}

  /** Reads cells of some buckets in one round trip, at most {@code limit} of each. */
  static Frontier readCells(
      Access access,
      IndexSchema index,
      Tuple value,
      List<Bucket> buckets,
      KeyRange range,
      ReadOrder order,
      int limit) {
    List<Get> gets = new ArrayList<>(buckets.size());
    for (Bucket bucket : buckets) {
      gets.add(BucketReads.get(index, value, bucket, range, order.backwards(), limit));
    }
    List<Row> rows = BucketReads.deltasFirst(access, index, gets);
    Optional<Tuple> end = Optional.empty();
    TreeMap<Tuple, Found> merged = new TreeMap<>(order::compare);
    for (int position = 0; position < buckets.size(); position++) {
      List<Found> cells = BucketReads.cells(index, buckets.get(position), rows.get(position));
      if (cells.size() == limit) {
        Tuple last = cells.get(limit - 1).member();
        if (end.isEmpty() || order.compare(last, end.get()) < 0) {
          end = Optional.of(last);
        }
      }
      // Delta buckets come after read buckets, so their logged changes override.
      cells.forEach(cell -> merged.put(cell.member(), cell));
    }
    List<Found> members = new ArrayList<>();
    for (Found found : merged.values()) {
      if (end.isPresent() && order.compare(found.member(), end.get()) > 0) {
        break;
      }
      if (!found.removed()) {
        members.add(found);
      }
    }
    return new Frontier(members, end);
  }

  private static MemberPage pageOfObjects(
      Access access, IndexSchema index, Tuple value, KeyRange range, ReadOrder order, int limit) {
    List<Object> elements = elements(access, index, value);
    List<Object> page;
    boolean more;
    if (order.backwards()) {
      int end = end(index, elements, range);
      int start = Math.max(0, end - limit);
      page = new ArrayList<>(elements.subList(start, end));
      Collections.reverse(page);
      more = start > 0;
    } else {
      int start = start(index, elements, range);
      int end = Math.min(elements.size(), start + limit);
      page = elements.subList(start, end);
      more = end < elements.size();
    }
    List<Member> members = page.stream().map(element -> member(index, element)).toList();
    return new MemberPage(
        members, more ? Optional.of(members.get(members.size() - 1).member()) : Optional.empty());
  }

  /** Returns the position of the first element that is in the range. */
  private static int start(IndexSchema index, List<Object> elements, KeyRange range) {
    return range.from().isEmpty()
        ? 0
        : place(index, elements, range.from(), !range.fromInclusive());
  }

  /** Returns the position behind the last element that is in the range. */
  private static int end(IndexSchema index, List<Object> elements, KeyRange range) {
    return range.to().isEmpty()
        ? elements.size()
        : place(index, elements, range.to(), range.toInclusive());
  }

  /**
   * Returns the position of the first element that is not below a bound.
   *
   * @param behind whether elements that begin with the bound count as below
   */
  private static int place(IndexSchema index, List<Object> elements, Tuple bound, boolean behind) {
    KeyCodec codec = index.memberCodec();
    byte[] prefix = codec.encodePrefix(bound);
    Optional<byte[]> end = behind ? KeyCodec.successor(prefix) : Optional.of(prefix);
    if (end.isEmpty()) {
      return elements.size();
    }
    int low = 0;
    int high = elements.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      byte[] member = codec.encode(index.memberForm().member(elements.get(middle)));
      if (Arrays.compareUnsigned(member, end.get()) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  static Member member(IndexSchema index, Found found) {
    return new Member(found.member(), index.keyOf(found.member(), found.originals()));
  }

  static Member member(IndexSchema index, Object element) {
    MemberForm form = index.memberForm();
    Tuple member = form.member(element);
    return new Member(member, index.keyOf(member, form.originals(element)));
  }

  private static List<Object> elements(Access access, IndexSchema index, Tuple value) {
    return elements(access, index, value, index.partitioning().reads());
  }

  /** Reads some buckets in one round trip; returns their members, ascending. */
  static List<Object> elements(
      Access access, IndexSchema index, Tuple value, List<Bucket> buckets) {
    List<Get> gets = new ArrayList<>(buckets.size());
    for (Bucket bucket : buckets) {
      gets.add(BucketReads.get(index, value, bucket, KeyRange.ALL, false, 1));
    }
    return merge(index, buckets, BucketReads.deltasFirst(access, index, gets));
  }

  private static List<Object> merge(IndexSchema index, List<Bucket> buckets, List<Row> rows) {
    List<List<?>> members = new ArrayList<>();
    List<List<?>> added = new ArrayList<>();
    List<List<?>> removed = new ArrayList<>();
    for (int position = 0; position < buckets.size(); position++) {
      Row row = rows.get(position);
      if (buckets.get(position).delta()) {
        added.add(BucketReads.members(index, row));
        removed.add(BucketReads.removed(index, row));
      } else {
        members.add(BucketReads.members(index, row));
      }
    }
    MemberForm form = index.memberForm();
    List<Object> all = SortedElements.union(members, form::compare);
    if (added.isEmpty()) {
      return all;
    }
    return SortedElements.changed(
        all,
        SortedElements.union(added, form::compare),
        SortedElements.union(removed, form::compare),
        form::compare);
  }
}
