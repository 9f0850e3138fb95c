package org.portolan.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.engine.fixture.MemoryCluster;
import org.portolan.types.Tuple;

/** Pages that begin beside a place in an index of each layout, compared with a sorted list. */
class StartTest {
  private static final List<String> LAYOUTS =
      List.of(
          "cells single", "cells hashed(3)", "object single", "object hashed(3)", "object tree(8)");

  /** A value that no entry has, above all others. */
  private static final int ABOVE = 9;

  @TempDir Path directory;

  private record Entry(Integer day, String title) {
    Tuple start(int columns) {
      return columns == 1 ? Tuple.of(day) : Tuple.of(day, title);
    }
  }

  /** Engines without transactions have cells only. */
  private static List<String> layouts(String kind) {
    return kind.equals("rocksdb")
        ? LAYOUTS
        : LAYOUTS.stream().filter(layout -> layout.startsWith("cells")).toList();
  }

  private static Design design(String kind) {
    StringBuilder indexes = new StringBuilder();
    for (String layout : layouts(kind)) {
      for (String order : List.of("day", "day desc")) {
        indexes.append(
            "      %s: {on: [tag], order: [%s], layout: %s}\n"
                .formatted(name(layout, order), order, layout));
      }
    }
    return DesignReader.read(
        """
        format: 1
        design: starts
        entities:
          page:
            key: {title: text}
            key-layout: plain
            families: {main: {tag: text, day: int, code: text}}
            indexes:
        %s\
              codes: {on: [code], unique: true}
        """
            .formatted(indexes),
        "starts");
  }

  private static String name(String layout, String order) {
    return (layout + "_" + order).replaceAll("\\W+", "_");
  }

  private Store open(String kind) {
    if (kind.equals("rocksdb")) {
      return Stores.openOrCreate("rocksdb:" + directory.resolve("store"), design(kind));
    }
    MemoryCluster cluster =
        kind.equals("rows")
            ? MemoryCluster.ofRows("starts", 1)
            : MemoryCluster.ofColumns("starts", 1);
    return Stores.openOrCreate(FixtureEngines.register(cluster::connect), design(kind));
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rows", "columns"})
  void index_fromAStart_isWhatLiesBesideIt(String kind) {
    Random random = new Random(20261130);
    List<Entry> entries = new ArrayList<>();
    try (Store store = open(kind)) {
      for (int number = 0; number < 60; number++) {
        int day = random.nextInt(7);
        Entry entry = new Entry(day == 0 ? null : day, "page " + number);
        Map<String, Object> values = new HashMap<>(Map.of("tag", "x"));
        values.put("day", entry.day());
        store.write(
            transaction -> {
              transaction.put("page", Tuple.of(entry.title()), values);
              return null;
            });
        entries.add(entry);
      }
      List<Entry> wanted = new ArrayList<>(entries);
      wanted.add(new Entry(ABOVE, "page"));
      wanted.add(new Entry(3, "page"));
      for (String layout : layouts(kind)) {
        for (boolean descending : List.of(false, true)) {
          for (Entry place : wanted) {
            for (int columns = 1; columns <= 2; columns++) {
              compare(store, entries, layout, descending, place.start(columns));
            }
          }
        }
      }
    }
  }

  private static Comparator<Entry> days(boolean descending) {
    Comparator<Entry> days =
        Comparator.comparing(Entry::day, Comparator.nullsFirst(Comparator.naturalOrder()));
    return descending ? days.reversed() : days;
  }

  private static void compare(
      Store store, List<Entry> entries, String layout, boolean descending, Tuple values) {
    Comparator<Entry> days = days(descending);
    Entry place = new Entry((Integer) values.get(0), values.size() > 1 ? values.text(1) : "");
    Comparator<Entry> leading = values.size() > 1 ? days.thenComparing(Entry::title) : days;
    List<Entry> sorted = entries.stream().sorted(days.thenComparing(Entry::title)).toList();
    String index = name(layout, descending ? "day desc" : "day");
    for (boolean behind : List.of(false, true)) {
      Start start = new Start(values, behind);
      List<String> before =
          sorted.stream()
              .filter(entry -> leading.compare(entry, place) < (behind ? 1 : 0))
              .map(Entry::title)
              .toList();
      List<String> rest =
          sorted.subList(before.size(), sorted.size()).stream().map(Entry::title).toList();
      assertThat(titles(store, index, start, Paging.first(7)))
          .as("%s forwards from %s", index, start)
          .containsExactlyElementsOf(rest);
      List<String> reversed = new ArrayList<>(before);
      Collections.reverse(reversed);
      assertThat(titles(store, index, start, Paging.last(7)))
          .as("%s backwards from %s", index, start)
          .containsExactlyElementsOf(reversed);
    }
  }

  private static List<String> titles(Store store, String index, Start start, Paging paging) {
    return paging.stream(page -> store.index(index, Tuple.of("x"), start, page))
        .map(key -> key.text(0))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(strings = {"rocksdb", "rows", "columns"})
  void uniqueIndex_fromAStart_hasItsRowOrNone(String kind) {
    try (Store store = open(kind)) {
      store.write(
          transaction -> {
            transaction.put("page", Tuple.of("b"), Map.of("tag", "x", "code", "c"));
            return null;
          });
      for (boolean behind : List.of(false, true)) {
        for (String title : List.of("a", "b", "c")) {
          Start start = new Start(Tuple.of(title), behind);
          boolean follows = title.equals("a") || (title.equals("b") && !behind);
          Stream.of(true, false)
              .forEach(
                  forwards ->
                      assertThat(
                              store
                                  .index(
                                      "codes",
                                      Tuple.of("c"),
                                      start,
                                      forwards ? Paging.first(2) : Paging.last(2))
                                  .entries())
                          .as("%s %s", start, forwards)
                          .hasSize(forwards == follows ? 1 : 0));
        }
      }
    }
  }

  @Test
  void start_behindNothing_isRefused() {
    assertThat(Start.before(Tuple.EMPTY)).isEqualTo(Start.NONE);
    assertThatThrownBy(() -> Start.behind(Tuple.EMPTY))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a start behind entries needs the values that they have");
  }
}
