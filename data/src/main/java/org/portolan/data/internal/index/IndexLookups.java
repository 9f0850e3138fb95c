package org.portolan.data.internal.index;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.portolan.data.internal.access.Access;
import org.portolan.data.internal.schema.IndexEntry;
import org.portolan.data.internal.schema.IndexSchema;
import org.portolan.data.internal.schema.MemberForm;
import org.portolan.data.internal.tree.TreeReads;
import org.portolan.design.index.Bucket;
import org.portolan.design.index.Partitioning;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.Row;
import org.portolan.types.Tuple;

/** Tells whether entries are in an index: one round trip for any number of them. */
public final class IndexLookups {
  private IndexLookups() {}

  /** Returns for each entry whether a read of the index would list it. */
  public static List<Boolean> listed(Access access, IndexSchema index, List<IndexEntry> entries) {
    if (index.tree().isPresent()) {
      MemberForm form = index.memberForm();
      List<TreeReads.Wanted> wanted = new ArrayList<>(entries.size());
      for (IndexEntry entry : entries) {
        Object element = form.element(entry.member(), entry.originals());
        wanted.add(new TreeReads.Wanted(index.tree().get(), entry.value(), element));
      }
      return TreeReads.find(access, wanted).stream().map(Optional::isPresent).toList();
    }
    if (index.claims().isPresent()) {
      List<Optional<IndexEntry>> found =
          ClaimReads.entries(access, index, entries.stream().map(IndexEntry::value).toList());
      return IntStream.range(0, entries.size())
          .mapToObj(
              position -> found.get(position).filter(entries.get(position)::equals).isPresent())
          .toList();
    }
    Map<Tuple, Contents> contents =
        contents(access, index, entries, entry -> buckets(index, entry));
    return entries.stream().map(entry -> isListed(index, entry, contents)).toList();
  }

  /**
   * Returns for each entry whether its delta bucket logs that it was removed; then its read bucket
   * alone does not decide. Reads nothing if the index has no delta buckets.
   */
  public static List<Boolean> removalsLogged(
      Access access, IndexSchema index, List<IndexEntry> entries) {
    if (!index.hasDeltas()) {
      return Collections.nCopies(entries.size(), false);
    }
    Map<Tuple, Contents> contents =
        contents(access, index, entries, entry -> List.of(logging(index, entry)));
    return entries.stream()
        .map(
            entry ->
                contents
                    .get(index.rowKey(entry.value(), logging(index, entry)))
                    .find(index, entry)
                    .filter(listed -> !listed)
                    .isPresent())
        .toList();
  }

  private static Bucket logging(IndexSchema index, IndexEntry entry) {
    return index.partitioning().write(index.hash(entry.member()));
  }

  private static Map<Tuple, Contents> contents(
      Access access,
      IndexSchema index,
      List<IndexEntry> entries,
      Function<IndexEntry, List<Bucket>> buckets) {
    Map<Tuple, List<Tuple>> membersOfRow = new LinkedHashMap<>();
    for (IndexEntry entry : entries) {
      for (Bucket bucket : buckets.apply(entry)) {
        membersOfRow
            .computeIfAbsent(index.rowKey(entry.value(), bucket), key -> new ArrayList<>())
            .add(entry.member());
      }
    }
    List<Get> gets = new ArrayList<>(membersOfRow.size());
    membersOfRow.forEach(
        (rowKey, members) ->
            gets.add(
                Get.of(
                    index.table(),
                    rowKey,
                    index.cells()
                        ? new FamilyRead.ItemsByKey(
                            index.family(), members.stream().distinct().toList())
                        : FamilyRead.all(index.family()))));
    List<Row> rows = BucketReads.deltasFirst(access, index, gets);
    Map<Tuple, Contents> contents = new LinkedHashMap<>();
    for (int position = 0; position < gets.size(); position++) {
      contents.put(gets.get(position).key(), Contents.of(index, rows.get(position)));
    }
    return contents;
  }

  private static List<Bucket> buckets(IndexSchema index, IndexEntry entry) {
    int hash = index.hash(entry.member());
    Bucket home = index.partitioning().home(hash);
    return index.hasDeltas() ? List.of(home, index.partitioning().write(hash)) : List.of(home);
  }

  private static boolean isListed(
      IndexSchema index, IndexEntry entry, Map<Tuple, Contents> contents) {
    List<Bucket> buckets = buckets(index, entry);
    Optional<Boolean> inHome =
        contents.get(index.rowKey(entry.value(), buckets.get(0))).find(index, entry);
    Optional<Boolean> logged =
        buckets.size() == 1
            ? Optional.empty()
            : contents.get(index.rowKey(entry.value(), buckets.get(1))).find(index, entry);
    return Partitioning.merge(inHome.orElse(false), logged);
  }

  /** The contents of a row of an index: cells by member, or the lists of an object. */
  private record Contents(Map<Tuple, Row.Item> cells, List<?> members, List<?> removed) {

    static Contents of(IndexSchema index, Row row) {
      if (!index.cells()) {
        return new Contents(
            Map.of(), BucketReads.members(index, row), BucketReads.removed(index, row));
      }
      return new Contents(
          row.itemsOf(index.family()).stream()
              .collect(Collectors.toMap(Row.Item::key, Function.identity())),
          List.of(),
          List.of());
    }

    /** Returns true if the entry is here, false if it is logged as removed, empty if neither. */
    Optional<Boolean> find(IndexSchema index, IndexEntry entry) {
      if (index.cells()) {
        return Optional.ofNullable(cells.get(entry.member())).map(item -> stands(item, entry));
      }
      Object element = index.memberForm().element(entry.member(), entry.originals());
      if (contains(index, members, element)) {
        return Optional.of(true);
      }
      return contains(index, removed, element) ? Optional.of(false) : Optional.empty();
    }

    /** Returns whether a cell is of this entry: with other originals, it is of another key. */
    private static boolean stands(Row.Item item, IndexEntry entry) {
      int originals = entry.originals().size();
      boolean removed =
          item.values().size() > originals && Boolean.TRUE.equals(item.values().get(originals));
      return !removed && item.values().subList(0, originals).equals(entry.originals());
    }

    @SuppressWarnings("unchecked")
    private static boolean contains(IndexSchema index, List<?> ascending, Object element) {
      return Collections.binarySearch(
              (List<Object>) ascending, element, index.memberForm()::compare)
          >= 0;
    }
  }
}
