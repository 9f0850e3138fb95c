package org.portolan.bench.calibration;

import static org.portolan.bench.calibration.CalibrationData.ENTRY_BYTES;
import static org.portolan.bench.calibration.CalibrationData.LARGE_BYTES;
import static org.portolan.bench.calibration.CalibrationData.LARGE_ROWS;
import static org.portolan.bench.calibration.CalibrationData.NEW_ROWS;
import static org.portolan.bench.calibration.CalibrationData.OWNERS;
import static org.portolan.bench.calibration.CalibrationData.ROWS;
import static org.portolan.bench.calibration.CalibrationData.SMALL_BYTES;

import java.util.List;
import java.util.Map;
import org.portolan.data.Columns;
import org.portolan.data.Paging;
import org.portolan.data.Slice;
import org.portolan.data.Store;
import org.portolan.design.cost.Work;
import org.portolan.types.Tuple;

/**
 * The reads and writes that are measured, with the work that the cost model counts for them. Each
 * cost is told by paths that differ in it: rows by multi-gets of several sizes, that there are
 * several by a get and a multi-get, and by a put and a write of two, kibibytes by small and large
 * rows, entries by short and long lists, changes by rows of one write and by few and many indexes.
 */
final class CalibrationPaths {
  private static final int LONG_BYTES = 8;
  private static final String[] EIGHT = {"a", "b", "c", "d", "e", "f", "g", "h"};
  private static final String[] FOUR = {"a", "b", "c", "d"};
  private static final String[] TWO = {"a", "b"};

  private CalibrationPaths() {}

  static List<CalibrationPath> all() {
    return List.of(
        get("get a row", true, "small", 1),
        get("get 3 rows", true, "small", 3),
        get("get 10 rows", true, "small", 10),
        get("get 50 rows", true, "small", 50),
        get("get a row of 8 KiB", true, "large", 1),
        get("get 10 rows of 8 KiB", true, "large", 10),
        list("list 10 entries", true, 10, 0),
        list("list 100 entries", true, 100, 0),
        put("put a row", true, "small", 1),
        put("put a row of 8 KiB", true, "large", 1),
        put("put 2 rows in one write", true, "small", 2),
        put("put 4 rows of 8 KiB in one write", true, "large", 4),
        put("put 10 rows in one write", true, "small", 10),
        insert("insert a row with 2 indexes", true, "tagged", TWO),
        insert("insert a row with 8 indexes", true, "searched", EIGHT),
        get("get 25 rows", false, "small", 25),
        get("get 3 rows of 8 KiB", false, "large", 3),
        list("list 20 entries, get their rows", false, 20, 20),
        insert("insert a row with 4 indexes", false, "indexed", FOUR),
        put("put 2 rows of 8 KiB in one write", false, "large", 2),
        readAndPut());
  }

  private static int bytes(String entity) {
    return LONG_BYTES + (entity.equals("large") ? LARGE_BYTES : SMALL_BYTES);
  }

  private static CalibrationPath get(String name, boolean fitted, String entity, int count) {
    long rows = entity.equals("large") ? LARGE_ROWS : ROWS;
    return new CalibrationPath(
        name,
        fitted,
        Work.read(1, count, 0, (double) count * bytes(entity)),
        (store, number) -> require(store, entity, number * 101, count, rows));
  }

  private static void require(Store store, String entity, long first, int count, long rows) {
    var found = store.getAll(entity, CalibrationData.keys(first, count, rows), Columns.ALL);
    requireAll(found.stream().filter(row -> row.isPresent()).count(), count, entity);
  }

  /** A measurement of rows that are not there would be wrong without a sign. */
  private static void requireAll(long found, long wanted, String what) {
    if (found != wanted) {
      throw new IllegalStateException(
          "found " + found + " of " + wanted + " of " + what + " while costs were measured");
    }
  }

  private static CalibrationPath list(String name, boolean fitted, int entries, int rows) {
    Work list = Work.read(1, 0, entries, (double) entries * ENTRY_BYTES);
    Work gets = Work.read(1, rows, 0, (double) rows * (bytes("listed") + LONG_BYTES));
    return new CalibrationPath(
        name,
        fitted,
        rows == 0 ? list : list.plus(gets),
        (store, number) -> {
          Slice<Tuple> page =
              store.index("listed_by_owner", Tuple.of(number % OWNERS), Paging.first(entries));
          requireAll(page.entries().size(), entries, "an index");
          if (rows > 0) {
            var found = store.getAll("listed", page.entries().subList(0, rows), Columns.ALL);
            requireAll(found.stream().filter(row -> row.isPresent()).count(), rows, "listed");
          }
        });
  }

  private static CalibrationPath put(String name, boolean fitted, String entity, int count) {
    return new CalibrationPath(
        name,
        fitted,
        Work.write(1, count, 0, (double) count * bytes(entity)),
        (store, number) ->
            store.write(
                writing -> {
                  for (int place = 0; place < count; place++) {
                    // Few rows, again and again: a calibration leaves no growing store behind.
                    long id = NEW_ROWS + (number * count + place) % ROWS;
                    writing.put(entity, Tuple.of(id), values(entity, id));
                  }
                  return null;
                }));
  }

  private static Map<String, Object> values(String entity, long id) {
    return entity.equals("large")
        ? Map.of("text", CalibrationTexts.of(LARGE_BYTES, id))
        : CalibrationData.small(id);
  }

  /** An insert reads whether the row is there: a round trip before the commit. */
  private static CalibrationPath insert(
      String name, boolean fitted, String entity, String... indexed) {
    double bytes = SMALL_BYTES + LONG_BYTES * (indexed.length + 1.0);
    return new CalibrationPath(
        name,
        fitted,
        Work.write(2, 1, indexed.length, bytes),
        (store, number) ->
            store.write(
                writing -> {
                  writing.insert(
                      entity, Tuple.of(number), CalibrationData.indexed(number, indexed));
                  return null;
                }));
  }

  private static CalibrationPath readAndPut() {
    return new CalibrationPath(
        "get a row, put another",
        false,
        Work.read(1, 1, 0, bytes("small")).plus(Work.write(1, 1, 0, bytes("small"))),
        (store, number) -> {
          require(store, "small", number * 101, 1, ROWS);
          long id = NEW_ROWS + number % ROWS;
          store.write(
              writing -> {
                writing.put("small", Tuple.of(id), values("small", id));
                return null;
              });
        });
  }
}
