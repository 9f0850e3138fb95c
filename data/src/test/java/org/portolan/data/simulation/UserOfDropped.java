package org.portolan.data.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.types.Tuple;

/** A process that uses what is dropped, and alone writes it. */
final class UserOfDropped {
  private static final Duration BETWEEN = Duration.ofMillis(200);

  final Map<Tuple, String> notes = new HashMap<>();
  final Scenario story;
  final List<String> wrong = new ArrayList<>();
  boolean ends;
  int writes;
  int refused;
  int users;

  /** The columns of pages that are dropped. */
  final List<String> gone;

  UserOfDropped(Scenario story, List<String> gone) {
    this.story = story;
    this.gone = gone;
  }

  void useBy(Scenario.Writer writer) {
    while (!ends) {
      Tuple key = AdditionStory.page(writes % AdditionStory.PAGES);
      try {
        use(writer.store(), key, "note " + writes);
        if (refused > 0) {
          wrong.add("used after it was refused: " + key);
        }
      } catch (IllegalArgumentException e) {
        if (!e.getMessage().contains("it was dropped since")) {
          wrong.add(e.toString());
        }
        refused++;
      }
      if (refused > 0) {
        requireRefused(writer.store(), key);
      }
      writes++;
      story.pass(BETWEEN);
    }
  }

  private void use(Store store, Tuple key, String note) {
    if (!AdditionStory.write(store, key, 2, note)) {
      return;
    }
    notes.put(key, note);
    users++;
    for (Map.Entry<Tuple, String> each : notes.entrySet()) {
      Columns columns = Columns.of("note", "author", "level", "hint");
      EntityRow row = store.get("page", each.getKey(), columns).orElseThrow();
      String value = each.getValue();
      Map<String, Object> expected =
          Map.of("note", value, "author", value, "level", 5, "hint", value);
      if (!row.values().equals(expected)) {
        wrong.add(row + " in place of " + expected);
      }
      Optional<String> why =
          store.item("page", each.getKey(), "tags", Tuple.of("x")).map(tag -> tag.text("why"));
      if (!why.equals(Optional.of(value))) {
        wrong.add("tag " + why + " in place of " + value);
      }
    }
    if (store.counter("users") != users) {
      wrong.add(store.counter("users") + " users in place of " + users);
    }
    List<Tuple> noted = store.index("by_note", Tuple.of(note), Paging.first(9)).entries();
    if (!noted.equals(List.of(key))) {
      wrong.add("index " + noted + " in place of " + key);
    }
  }

  private void requireRefused(Store store, Tuple key) {
    Map<String, Runnable> uses = new HashMap<>();
    uses.put("column", () -> store.get("page", key, Columns.of("hint")));
    uses.put("family", () -> store.get("page", key, Columns.of("author")));
    uses.put("items", () -> store.items("page", key, "tags", Paging.first(1)));
    uses.put("entity", () -> store.get("user", Tuple.of("a"), Columns.ALL));
    uses.put("counter", () -> store.counter("users"));
    uses.put("index", () -> store.index("by_note", Tuple.of("a"), Paging.first(1)));
    uses.put(
        "index of the entity", () -> store.index("user_of_mail", Tuple.of("a"), Paging.first(1)));
    uses.put(
        "write",
        () -> store.write(transaction -> transaction.update("page", key, Map.of("hint", "h"))));
    uses.forEach(
        (name, use) -> {
          try {
            use.run();
            wrong.add(name + " is not refused");
          } catch (IllegalArgumentException e) {
            if (!e.getMessage().contains("it was dropped since")) {
              wrong.add(name + ": " + e);
            }
          }
        });
    for (String column : gone) {
      boolean shown =
          store
              .get("page", key, Columns.ALL)
              .filter(row -> row.values().containsKey(column))
              .isPresent();
      if (shown) {
        wrong.add(column + " is shown");
      }
    }
  }
}
