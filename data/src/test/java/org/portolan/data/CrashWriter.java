package org.portolan.data;

import java.util.Map;
import java.util.Set;
import org.portolan.types.Tuple;

/**
 * The process that {@link CrashTest} kills: threads that write synced transactions and print each
 * one after it has returned. The number of the last write alone determines the right content of a
 * page.
 */
final class CrashWriter {
  static final int THREADS = 2;

  /** How many pages each thread writes in turn. */
  static final int PAGES = 7;

  private CrashWriter() {}

  public static void main(String[] arguments) {
    Store store = Stores.openOrCreate(arguments[0], TestDesigns.everyLayout());
    for (int number = 0; number < THREADS; number++) {
      String writer = "w" + number;
      new Thread(() -> write(store, writer)).start();
    }
  }

  private static void write(Store store, String writer) {
    while (true) {
      long version = store.write(transaction -> write(transaction, writer));
      synchronized (CrashWriter.class) {
        System.out.println(writer + " " + version);
        if (System.out.checkError()) {
          // The process that should kill this one is gone itself.
          Runtime.getRuntime().halt(1);
        }
      }
    }
  }

  private static long write(StoreTransaction transaction, String writer) {
    Tuple log = Tuple.of(writer);
    long version = 1 + version(transaction, writer);
    transaction.put("log", log, Map.of("version", version));
    Tuple title = title(writer, version);
    if (isDeletion(version)) {
      transaction.delete("page", title);
    } else {
      transaction.put("page", title, Map.of("size", (int) version, "links", links(version)));
      Map<String, Object> text = Map.of("text", Long.toString(version));
      transaction.putItem("page", title, "cell_notes", Tuple.of((int) version), text);
      transaction.putItem("page", title, "object_notes", Tuple.of((int) version), text);
      transaction.insertItem("page", title, "row_notes", Tuple.of((int) version), text);
    }
    return version;
  }

  static long version(StoreReader reader, String writer) {
    return reader
        .get("log", Tuple.of(writer), Columns.ALL)
        .map(row -> row.longValue("version"))
        .orElse(0L);
  }

  static Tuple title(String writer, long version) {
    return Tuple.of(writer + " page " + version % PAGES);
  }

  static boolean isDeletion(long version) {
    return version % 11 == 0;
  }

  static Set<String> links(long version) {
    return Set.of("common", "l" + version % 3);
  }
}
