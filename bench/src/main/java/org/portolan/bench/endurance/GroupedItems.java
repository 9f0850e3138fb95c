package org.portolan.bench.endurance;

import java.util.Map;
import org.portolan.bench.random.Hotspot;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.types.Tuple;

/**
 * The stored data: items, each with an owner (indexed) and listed on a board in one of a few
 * groups. A counter for each group holds its number of items on all boards. The first two groups
 * are hot: they get most items; the others are cold. Immutable.
 *
 * @param rows the number of items in the filled store
 */
record GroupedItems(long rows) {
  static final String ITEM = "item";
  static final String BOARD = "board";
  static final String GROUP = "group_number";
  static final String OWNER = "owner";
  static final String NAME = "name";
  static final String ADDED = "added";
  static final int GROUPS = 10;
  static final int HOT_GROUPS = 2;
  static final int ITEMS_OF_BOARD = 500;
  private static final int ITEMS_OF_OWNER = 100;

  /** Eight of ten items are in hot groups. */
  static final Hotspot SKEW = new Hotspot((double) HOT_GROUPS / GROUPS, 0.8);

  static Design design() {
    StringBuilder collections = new StringBuilder();
    StringBuilder counters = new StringBuilder();
    for (int group = 0; group < GROUPS; group++) {
      collections.append(
          "      %s: {key: {item: long}, storage: cells, columns: {%s: long}}%n"
              .formatted(collection(group), ADDED));
      counters.append(
          "      %s: {counts: %s, layout: single}%n".formatted(counter(group), collection(group)));
    }
    String text =
        """
        format: 1
        design: endurance-benchmark
        entities:
          board:
            key: {number: long}
            key-layout: plain
            families: {board: {name: text}}
            collections:
        %s    counters:
        %s  item:
            key: {id: long}
            key-layout: plain
            families: {item: {name: text, owner: text, group_number: int}}
            indexes:
              by_owner: {on: [owner], layout: cells single}
        """
            .formatted(collections, counters);
    return DesignReader.read(text, "the benchmark's design");
  }

  static String collection(int group) {
    return "group_" + group;
  }

  static String counter(int group) {
    return "in_group_" + group;
  }

  /** Returns the number of boards of the filled items. */
  long boards() {
    return (rows + ITEMS_OF_BOARD - 1) / ITEMS_OF_BOARD;
  }

  /** Returns the board of an item, filled or added later. */
  Tuple board(long id) {
    return Tuple.of(id < rows ? id / ITEMS_OF_BOARD : id % boards());
  }

  /** Returns one of the owners; each of them has about 100 items. */
  String owner(long draw) {
    return "owner-" + Math.floorMod(draw, Math.max(1, rows / ITEMS_OF_OWNER));
  }

  Map<String, Object> item(long id, long ownerDraw, int group) {
    return Map.of(NAME, "item " + id, OWNER, owner(ownerDraw), GROUP, group);
  }

  static Map<String, Object> entry(long added) {
    return Map.of(ADDED, added);
  }
}
