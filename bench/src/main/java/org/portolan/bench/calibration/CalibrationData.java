package org.portolan.bench.calibration;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.portolan.bench.load.Progress;
import org.portolan.data.Store;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.engine.Durability;
import org.portolan.types.Tuple;

/** The rows that are read and written while costs are measured. Small enough for every cache. */
final class CalibrationData {
  static final int ROWS = 2_000;
  static final int LARGE_ROWS = 200;
  static final int OWNERS = 10;
  static final int ROWS_OF_OWNER = 200;
  static final int SMALL_BYTES = 100;

  /** The text of a small row, which has the other values beside. */
  static final int SMALL_TEXT_BYTES = SMALL_BYTES - 4 * Long.BYTES - 1;

  static final int LARGE_BYTES = 8 << 10;

  /** What the cost model assumes of an entry of an index. */
  static final int ENTRY_BYTES = 60;

  private static final int BATCH = 20;

  /** Rows under these keys are written while it is measured. */
  static final long NEW_ROWS = 1_000_000_000L;

  private static final String DESIGN =
      """
      format: 1
      design: calibration
      entities:
        # Under prefixes, so that several rows lie on several servers, as those of an application do.
        # Each value costs time, so a row has several.
        small:
          key: {id: long}
          key-layout: {md5-modulo: {range: 100}}
          families: {main: {owner: long, amount: long, since: long, state: int, open: boolean, text: text}}
        large:
          key: {id: long}
          key-layout: {md5-modulo: {range: 100}}
          families: {main: {text: text}}
        listed:
          key: {id: long}
          key-layout: {md5-modulo: {range: 100}}
          families: {main: {owner: long, text: text}}
          indexes: {listed_by_owner: {on: [owner], layout: single}}
        indexed:
          key: {id: long}
          families: {main: {a: long, b: long, c: long, d: long, text: text}}
          indexes:
            indexed_by_a: {on: [a], layout: single}
            indexed_by_b: {on: [b], layout: single}
            indexed_by_c: {on: [c], layout: single}
            indexed_by_d: {on: [d], layout: single}
        tagged:
          key: {id: long}
          families: {main: {a: long, b: long, text: text}}
          indexes:
            tagged_by_a: {on: [a], layout: single}
            tagged_by_b: {on: [b], layout: single}
        searched:
          key: {id: long}
          families:
            main: {a: long, b: long, c: long, d: long, e: long, f: long, g: long, h: long, text: text}
          indexes:
            searched_by_a: {on: [a], layout: single}
            searched_by_b: {on: [b], layout: single}
            searched_by_c: {on: [c], layout: single}
            searched_by_d: {on: [d], layout: single}
            searched_by_e: {on: [e], layout: single}
            searched_by_f: {on: [f], layout: single}
            searched_by_g: {on: [g], layout: single}
            searched_by_h: {on: [h], layout: single}
      """;

  private CalibrationData() {}

  static Design design() {
    return DesignReader.read(DESIGN, "the design of the calibration");
  }

  /** Returns letters that hardly compress, the same for the same seed. */
  static String text(int bytes, long seed) {
    Random random = new Random(seed);
    StringBuilder text = new StringBuilder(bytes);
    while (text.length() < bytes) {
      text.append((char) ('0' + random.nextInt(75)));
    }
    return text.toString();
  }

  /** Returns the values of a small row. */
  static Map<String, Object> small(long id) {
    return Map.of(
        "owner",
        id / 10,
        "amount",
        id * 7,
        "since",
        id,
        "state",
        (int) (id % 5),
        "open",
        id % 2 == 0,
        "text",
        CalibrationTexts.of(SMALL_TEXT_BYTES, id));
  }

  static List<Tuple> keys(long first, int count, long rows) {
    List<Tuple> keys = new ArrayList<>(count);
    for (int place = 0; place < count; place++) {
      // Apart from each other, so that no two are neighbours.
      keys.add(Tuple.of(Math.floorMod(first + place * 37L, rows)));
    }
    return keys;
  }

  /** Values of columns that are indexed: each value has few rows. */
  static Map<String, Object> indexed(long number, String... columns) {
    Map<String, Object> values = new HashMap<>();
    for (int place = 0; place < columns.length; place++) {
      values.put(columns[place], number * 7 + place);
    }
    values.put("text", text(SMALL_BYTES, number));
    return values;
  }

  static void load(Store store, Progress progress) {
    long all = ROWS + LARGE_ROWS + (long) OWNERS * ROWS_OF_OWNER;
    long[] done = {0};
    fill(
        store,
        "small",
        ROWS,
        BATCH,
        CalibrationData::small,
        () -> progress.reached(++done[0], all, "rows"));
    fill(
        store,
        "large",
        LARGE_ROWS,
        BATCH / 4,
        id -> Map.of("text", text(LARGE_BYTES, id)),
        () -> progress.reached(++done[0], all, "rows"));
    fill(
        store,
        "listed",
        OWNERS * ROWS_OF_OWNER,
        BATCH,
        id -> Map.of("owner", id / ROWS_OF_OWNER, "text", text(SMALL_BYTES, id)),
        () -> progress.reached(++done[0], all, "rows"));
    store.flush();
  }

  private interface Values {
    Map<String, Object> of(long id);
  }

  private static void fill(
      Store store, String entity, int rows, int batch, Values values, Runnable each) {
    for (int from = 0; from < rows; from += batch) {
      long first = from;
      int end = Math.min(rows, from + batch);
      store.write(
          Durability.BUFFERED,
          writing -> {
            for (long id = first; id < end; id++) {
              writing.put(entity, Tuple.of(id), values.of(id));
            }
            return null;
          });
      for (int row = from; row < end; row++) {
        each.run();
      }
    }
  }
}
