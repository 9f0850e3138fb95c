package org.portolan.rehearsal.run;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.portolan.advisor.access.AccessPath;
import org.portolan.advisor.serve.Step;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Item;
import org.portolan.data.Paging;
import org.portolan.data.Slice;
import org.portolan.data.Store;
import org.portolan.data.StoreReader;
import org.portolan.rehearsal.layout.Row;
import org.portolan.rehearsal.layout.TablePlace;
import org.portolan.rehearsal.plan.Call;
import org.portolan.rehearsal.plan.Input;
import org.portolan.rehearsal.sample.Conversions;
import org.portolan.types.Tuple;

/** Makes the reading calls of one statement. Not thread-safe. */
final class Reads {
  /** More values than this, found before, are no access path. */
  private static final int COMBINATIONS_MAX = 2_000;

  /** Pages that are read to find enough rows. */
  static final int PAGES_MAX = 100;

  private final StoreReader reader;

  /**
   * For reads that share a round trip: lists, items, and outside a transaction everything. What a
   * transaction reads of lists is what was committed before, too.
   */
  private final Store batches;

  private final boolean transactional;

  private final AccessPath path;
  private final Map<Integer, Bounds> bounds;
  private final Map<Integer, List<Row>> found = new LinkedHashMap<>();
  private int furtherTrips;

  /** The most pages of items that were read of one owner, by the uses of the items. */
  private final Map<Integer, Integer> pagesOfItems = new HashMap<>();

  Reads(StoreReader reader, Store batches, AccessPath path, Map<Integer, Bounds> bounds) {
    this.reader = reader;
    this.path = path;
    this.batches = batches;
    this.transactional = reader != batches;
    this.bounds = bounds;
  }

  Map<Integer, List<Row>> found() {
    return found;
  }

  /**
   * Returns the round trips of pages behind the first ones, of lists that have more rows here than
   * the estimate assumes, or of which some rows do not meet the conditions.
   */
  int furtherTrips() {
    return furtherTrips + pagesOfItems.values().stream().mapToInt(pages -> pages - 1).sum();
  }

  StoreReader reader() {
    return reader;
  }

  boolean isTransactional() {
    return transactional;
  }

  void put(int use, List<Hit> hits) {
    found.put(use, hits.stream().map(Hit::row).toList());
  }

  /** Makes all reads at once, each with the others in as few round trips as there are steps. */
  <T> List<T> together(List<Function<StoreReader, T>> reads) {
    if (reads.size() == 1) {
      List<T> results = new ArrayList<>();
      reads.forEach(read -> results.add(read.apply(reader)));
      return results;
    }
    return batches.read(
        batch -> {
          List<Supplier<T>> added = new ArrayList<>();
          reads.forEach(read -> added.add(batch.add(read)));
          return () -> added.stream().map(Supplier::get).toList();
        });
  }

  /**
   * Returns the different values of the inputs, each combination once, those with null left out.
   */
  List<Tuple> combinations(Call call) {
    return combinations(call, call.inputs());
  }

  private List<Tuple> combinations(Call call, List<Input> inputs) {
    List<Object[]> all = new ArrayList<>();
    all.add(new Object[inputs.size()]);
    Set<Integer> uses = new LinkedHashSet<>();
    for (int place = 0; place < inputs.size(); place++) {
      Input input = inputs.get(place);
      if (input.kind() == Input.Kind.FOUND) {
        uses.add(input.use());
        continue;
      }
      Bounds own = bounds.get(call.use());
      List<Object> values =
          input.kind() == Input.Kind.LISTED
              ? own.list(input.column())
              : Collections.singletonList(own.value(input.column()));
      all = product(all, new int[] {place}, values.stream().map(Tuple::of).toList());
    }
    for (int use : uses) {
      List<Integer> places = new ArrayList<>();
      for (int place = 0; place < inputs.size(); place++) {
        if (inputs.get(place).kind() == Input.Kind.FOUND && inputs.get(place).use() == use) {
          places.add(place);
        }
      }
      Set<Tuple> values = new LinkedHashSet<>();
      for (Row row : found.getOrDefault(use, List.of())) {
        values.add(
            new Tuple(
                places.stream()
                    .map(
                        place ->
                            Conversions.to(
                                type(call, inputs.get(place)),
                                row.get(inputs.get(place).usedColumn())))
                    .toList()));
      }
      all =
          product(all, places.stream().mapToInt(Integer::intValue).toArray(), List.copyOf(values));
    }
    Set<Tuple> different = new LinkedHashSet<>();
    all.forEach(values -> different.add(Tuple.of(values)));
    different.removeIf(values -> values.values().contains(null));
    return List.copyOf(different);
  }

  private static org.portolan.types.ColumnType type(Call call, Input input) {
    return call.place().columns().get(input.column()).type();
  }

  private static List<Object[]> product(List<Object[]> all, int[] places, List<Tuple> values) {
    if ((long) all.size() * values.size() > COMBINATIONS_MAX) {
      throw new NotExecutedException(
          "it looks up more than " + COMBINATIONS_MAX + " combinations of values");
    }
    List<Object[]> result = new ArrayList<>();
    for (Object[] one : all) {
      for (Tuple value : values) {
        Object[] more = one.clone();
        for (int place = 0; place < places.length; place++) {
          more[places[place]] = value.get(place);
        }
        result.add(more);
      }
    }
    return result;
  }

  /** Reads rows by their keys, and in the same round trip what lies in them. */
  Map<Call, List<Hit>> rows(Call call, List<Tuple> keys, List<Call> riding) {
    Map<Call, List<Hit>> hits = new LinkedHashMap<>();
    hits.put(call, new ArrayList<>());
    riding.forEach(other -> hits.put(other, new ArrayList<>()));
    if (keys.isEmpty()) {
      return hits;
    }
    List<Call> calls = new ArrayList<>(List.of(call));
    List<Function<StoreReader, List<Hit>>> reads = new ArrayList<>();
    reads.add(from -> ofRows(call.place(), from, keys));
    found.put(call.use(), keys.stream().map(key -> keyed(call.place(), key)).toList());
    for (Call other : riding) {
      for (Function<StoreReader, List<Hit>> read : inRows(other)) {
        calls.add(other);
        reads.add(read);
      }
    }
    found.remove(call.use());
    List<List<Hit>> results = together(reads);
    for (int place = 0; place < calls.size(); place++) {
      hits.get(calls.get(place)).addAll(results.get(place));
    }
    return hits;
  }

  private static Row keyed(TablePlace place, Tuple key) {
    return new Row(StoredRows.keyed(place, key));
  }

  static List<Hit> ofRows(TablePlace place, StoreReader from, List<Tuple> keys) {
    List<Hit> hits = new ArrayList<>();
    for (Optional<EntityRow> row : from.getAll(place.entity().name(), keys, Columns.ALL)) {
      row.ifPresent(
          stored ->
              StoredRows.of(place, stored)
                  .forEach(one -> hits.add(new Hit(one, stored.key(), Tuple.EMPTY))));
    }
    return hits;
  }

  /** Reads what lies in rows: items, or columns. */
  List<Hit> owned(Call call) {
    List<Function<StoreReader, List<Hit>>> reads = inRows(call);
    if (transactional && call.kind() != Step.Kind.ITEMS) {
      // By key, so that the commit validates them.
      List<Hit> hits = new ArrayList<>();
      reads.forEach(read -> hits.addAll(read.apply(reader)));
      return hits;
    }
    List<Hit> hits = new ArrayList<>();
    if (!reads.isEmpty()) {
      together(reads).forEach(hits::addAll);
    }
    return hits;
  }

  /** The reads of what lies in rows, each by itself: only so a batch makes them at once. */
  private List<Function<StoreReader, List<Hit>>> inRows(Call call) {
    List<Tuple> combinations = combinations(call);
    TablePlace place = call.place();
    int keySize = place.entity().key().size();
    List<Function<StoreReader, List<Hit>>> reads = new ArrayList<>();
    if (combinations.isEmpty()) {
      return reads;
    }
    switch (call.kind()) {
      case GET_PART -> reads.add(from -> ofRows(place, from, combinations));
      case GET_ITEM ->
          combinations.forEach(
              both ->
                  reads.add(
                      from ->
                          item(
                              place,
                              from,
                              both.slice(0, keySize),
                              both.slice(keySize, both.size()))));
      default -> combinations.forEach(owner -> reads.add(from -> items(call, from, owner)));
    }
    return reads;
  }

  private static List<Hit> item(TablePlace place, StoreReader from, Tuple owner, Tuple itemKey) {
    return from.item(place.entity().name(), owner, place.collection(), itemKey)
        .map(item -> List.of(new Hit(StoredRows.of(place, owner, item), owner, item.key())))
        .orElse(List.of());
  }

  /** Reads items, of a page that is wanted page after page until it is full. */
  private List<Hit> items(Call call, StoreReader from, Tuple owner) {
    TablePlace place = call.place();
    Bounds own = bounds.get(call.use());
    Passing passing = new Passing(call, own);
    Matches matches = new Matches(path, call.use(), own, Map.of());
    List<Hit> hits = new ArrayList<>();
    Paging paging = call.paging(true);
    for (int page = 1; page <= PAGES_MAX; page++) {
      // A batch runs this again for each page.
      pagesOfItems.merge(call.use(), page, Math::max);
      Slice<Item> slice = from.items(place.entity().name(), owner, place.collection(), paging);
      List<Hit> some =
          ordered(call, slice.entries()).stream()
              .map(item -> new Hit(StoredRows.of(place, owner, item), owner, item.key()))
              .toList();
      boolean ended = call.backwards() ? slice.previous().isEmpty() : slice.next().isEmpty();
      some.stream()
          .filter(hit -> call.limit().isEmpty() || matches.test(hit.row()))
          .forEach(hits::add);
      if (ended
          || call.limit().isEmpty()
          || isEnough(call, hits)
          || passing.anyIsPast(some.stream().map(Hit::row).toList())) {
        break;
      }
      paging = call.backwards() ? paging.preceding(slice) : paging.following(slice);
    }
    return cut(call, hits);
  }

  static <T> List<T> ordered(Call call, List<T> entries) {
    if (!call.backwards()) {
      return entries;
    }
    List<T> reversed = new ArrayList<>(entries);
    Collections.reverse(reversed);
    return reversed;
  }

  /**
   * Lists keys and reads their rows if a call asks for these, page after page until there are as
   * many as are wanted.
   *
   * @param rows the call that reads the rows, with those that share its round trip
   * @return what each call found; the rows under the call that lists
   */
  Map<Call, List<Hit>> list(Call call, Optional<Call> rows, List<Call> riding, Matches matches) {
    Passing passing = new Passing(call, bounds.get(call.use()));
    ListReads lists = new ListReads(this, call, rows, riding, matches, passing);
    Map<Call, List<Hit>> hits = lists.of(combinations(call));
    furtherTrips += lists.furtherTrips();
    return hits;
  }

  /** Scans the rows that agree in the beginning of their keys. */
  List<Hit> scan(Call call, Matches matches) {
    Passing passing = new Passing(call, bounds.get(call.use()));
    List<Hit> hits = new ArrayList<>();
    for (Tuple leading : combinations(call)) {
      List<Hit> some = new ArrayList<>();
      Paging paging = call.paging(true);
      for (int page = 0; page < PAGES_MAX; page++) {
        Slice<EntityRow> slice =
            reader.scan(call.place().entity().name(), leading, Columns.ALL, paging);
        furtherTrips += page > 0 ? 1 : 0;
        List<Row> rows = new ArrayList<>();
        for (EntityRow stored : ordered(call, slice.entries())) {
          for (Row row : StoredRows.of(call.place(), stored)) {
            rows.add(row);
            if (matches.test(row)) {
              some.add(new Hit(row, stored.key(), Tuple.EMPTY));
            }
          }
        }
        boolean ended =
            slice.entries().size() < paging.limit()
                || (call.backwards() ? slice.previous().isEmpty() : slice.next().isEmpty());
        if (ended || isEnough(call, some) || passing.anyIsPast(rows)) {
          break;
        }
        paging = call.backwards() ? paging.preceding(slice) : paging.following(slice);
      }
      hits.addAll(cut(call, some));
    }
    return hits;
  }

  static boolean isEnough(Call call, List<Hit> hits) {
    return call.limit().isPresent() && hits.size() >= call.limit().getAsInt();
  }

  static List<Hit> cut(Call call, List<Hit> hits) {
    return isEnough(call, hits) ? hits.subList(0, call.limit().getAsInt()) : hits;
  }
}
