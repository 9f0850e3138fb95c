package org.portolan.data.survival;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Paging;
import org.portolan.data.Store;
import org.portolan.data.StoreReader;
import org.portolan.data.StoreTransaction;
import org.portolan.data.history.Model;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.EntityDesign;
import org.portolan.engine.Capabilities;
import org.portolan.engine.Durability;
import org.portolan.types.Tuple;

/**
 * Pages that remember every write made to them. Each attempt of a write has a unique number and
 * adds it to the past of each page that it changes. So at the end the pages themselves tell which
 * attempts were committed, and in which order. An index lists each page under the number, so that a
 * reader of the entry can ask the page whether the attempt was committed. Thread-safe.
 */
final class Chronicle {
  private static final String PAGES =
      """
      format: 1
      design: chronicle
      entities:
        page:
          key: {title: text}
          key-layout: plain
          families:
            main: {last: long, links: set of text}
            past: {past: list of long}
      """;

  private static final String IN_CELLS =
      """
          collections:
            notes: {key: {attempt: long}, storage: cells, columns: {text: text}}
            texts: {key: {attempt: long}, storage: rows, columns: {text: text}}
          indexes:
            all_pages: {on: [], layout: cells hashed(2)}
            by_attempt: {on: [last], layout: cells hashed(3)}
            backlinks: {on: [links], layout: cells single, within: page.linked}
      """;

  private static final String IN_OBJECTS =
      """
          collections:
            notes: {key: {attempt: long}, storage: object, columns: {text: text}}
            texts:
              key: {attempt: long}
              storage: rows
              listed-by: notes
              columns: {text: text}
          indexes:
            all_pages: {on: [], layout: object hashed(2)}
            by_attempt: {on: [last], layout: 'object read-delta(1, 2)'}
            backlinks: {on: [links], layout: object single}
      """;

  private static final String COUNTERS_AND_DRAFTS =
      """
          counters:
            pages: {layout: single}
            all_notes: {counts: notes, layout: random(3)}
            all_texts: {counts: texts, layout: single}
        draft:
          key: {title: text}
          key-layout: plain
          families:
            main: {last: long}
          indexes:
            drafts_by_attempt: {on: [last], layout: LAYOUT single}
          counters:
            drafts: {layout: random(2)}
      """;

  private static final List<String> TITLES = List.of("a", "b", "c", "d", "e");

  private final Design design;
  private final EntityDesign page;
  private final EntityDesign draft;
  private final AtomicLong numbers = new AtomicLong();
  private final Map<Long, Attempt> attempts = new ConcurrentHashMap<>();

  /** The drafts that a reader was shown by their index. */
  private final Set<Listed> listedDrafts = ConcurrentHashMap.newKeySet();

  /** A draft that an attempt has written, as an index shows it. */
  private record Listed(String title, long number) {
    void requireIn(Map<String, List<Long>> pasts) {
      if (!pasts.get(title).contains(number)) {
        throw new AssertionError(
            "attempt "
                + number
                + " was listed among the drafts at page "
                + title
                + ", whose past is "
                + pasts.get(title));
      }
    }
  }

  /** The change of a draft by an attempt. */
  private enum Draft {
    UNTOUCHED,
    WRITTEN,
    DELETED
  }

  /** The changes of an attempt to its pages, and the answer to its writer. */
  private static final class Attempt {
    final Map<String, Set<String>> links;
    final Draft draft;
    volatile Ending ending = Ending.KILLED;

    Attempt(Map<String, Set<String>> links, Draft draft) {
      this.links = links;
      this.draft = draft;
    }
  }

  Chronicle(Design design) {
    this.design = design;
    page = design.entity("page").orElseThrow();
    draft = design.entity("draft").orElseThrow();
  }

  /**
   * Returns the design of the pages on an engine: in cells, or in objects if the engine has no
   * items.
   */
  static Design design(Capabilities engine) {
    String text =
        PAGES
            + (engine.items() ? IN_CELLS : IN_OBJECTS)
            + COUNTERS_AND_DRAFTS.replace("LAYOUT", engine.items() ? "cells" : "object");
    return DesignReader.read(text, "chronicle");
  }

  /** Makes a random write and remembers how it ended. */
  Ending write(Store store, Random random) {
    Map<String, Set<String>> links = new HashMap<>();
    int count = random.nextInt(3) == 0 ? 2 : 1;
    while (links.size() < count) {
      Set<String> targets = new HashSet<>();
      TITLES.stream().filter(title -> random.nextInt(3) == 0).forEach(targets::add);
      links.put(TITLES.get(random.nextInt(TITLES.size())), targets);
    }
    Draft draftChange = Draft.values()[random.nextInt(4) == 0 ? 1 + random.nextInt(2) : 0];
    List<Long> made = new ArrayList<>();
    Ending ending =
        Ending.of(
            () ->
                store.write(
                    Durability.SYNCED,
                    transaction -> {
                      long number = numbers.incrementAndGet();
                      attempts.put(number, new Attempt(links, draftChange));
                      made.add(number);
                      links.keySet().stream()
                          .sorted()
                          .forEach(title -> write(transaction, title, number));
                      return number;
                    }));
    for (Long number : made) {
      boolean last = number.equals(made.get(made.size() - 1));
      attempts.get(number).ending = last ? ending : Ending.REFUSED;
    }
    return ending;
  }

  private void write(StoreTransaction transaction, String title, long number) {
    Attempt attempt = attempts.get(number);
    Tuple key = Tuple.of(title);
    List<Object> past = new ArrayList<>(past(transaction, title).orElse(List.of()));
    past.add(number);
    transaction.put(
        "page", key, Map.of("last", number, "links", attempt.links.get(title), "past", past));
    transaction.insertItem("page", key, "notes", Tuple.of(number), Map.of("text", "n" + number));
    transaction.addItem("page", key, "texts", Tuple.of(number), Map.of("text", "t" + number));
    if (attempt.draft == Draft.WRITTEN) {
      transaction.put("draft", key, Map.of("last", number));
    } else if (attempt.draft == Draft.DELETED) {
      transaction.delete("draft", key);
    }
  }

  private static Optional<List<?>> past(StoreReader reader, String title) {
    return reader
        .get("page", Tuple.of(title), Columns.of("past"))
        .map(row -> (List<?>) row.value("past"));
  }

  /**
   * Looks for uncommitted changes: an entry or item of an attempt that its page does not know.
   *
   * @throws AssertionError if there is one
   */
  void read(StoreReader reader, Random random) {
    long newest = numbers.get();
    long number = Math.max(1, newest - random.nextInt(6));
    for (Tuple key : reader.index("by_attempt", Tuple.of(number), Paging.first(9)).entries()) {
      requireCommitted(reader, key.text(0), number, "is listed");
    }
    for (Tuple key :
        reader.index("drafts_by_attempt", Tuple.of(number), Paging.first(9)).entries()) {
      // The entry goes in one batch with the changes of the other rows of its write, of which the
      // page is one: it may be seen before them. So the end tells whether the write was committed.
      listedDrafts.add(new Listed(key.text(0), number));
    }
    Attempt attempt = attempts.get(number);
    if (attempt == null) {
      return;
    }
    for (String title : attempt.links.keySet()) {
      for (String collection : List.of("notes", "texts")) {
        if (reader.item("page", Tuple.of(title), collection, Tuple.of(number)).isPresent()) {
          requireCommitted(reader, title, number, "has one of the " + collection);
        }
      }
      if (reader
          .get("draft", Tuple.of(title), Columns.ALL)
          .map(row -> row.longValue("last"))
          .equals(Optional.of(number))) {
        // Rows of one write change one after another: its page may still change; the end will tell.
        attempt.links.keySet().forEach(other -> past(reader, other));
      }
    }
  }

  private static void requireCommitted(StoreReader reader, String title, long number, String seen) {
    Optional<EntityRow> row = reader.get("page", Tuple.of(title), Columns.ALL);
    List<?> past = row.map(found -> (List<?>) found.value("past")).orElse(List.of());
    if (!past.contains(number)) {
      throw new AssertionError(
          "attempt " + number + " " + seen + " at page " + title + ", whose past is " + past);
    }
  }

  /**
   * Returns the expected content of the store by the pasts of its pages, after checking these pasts
   * against the answers to the writers.
   */
  Model model(StoreReader reader) {
    Map<String, List<Long>> pasts = new HashMap<>();
    for (String title : TITLES) {
      List<Long> past = new ArrayList<>();
      past(reader, title).orElse(List.of()).forEach(number -> past.add((Long) number));
      if (new HashSet<>(past).size() < past.size()) {
        throw new AssertionError("page " + title + " was written twice by one attempt: " + past);
      }
      pasts.put(title, past);
    }
    attempts.forEach((number, attempt) -> requireWhole(number, attempt, pasts));
    listedDrafts.forEach(listed -> listed.requireIn(pasts));
    Model model = new Model(design);
    pasts.forEach((title, past) -> replay(model, title, past));
    return model;
  }

  private static void requireWhole(long number, Attempt attempt, Map<String, List<Long>> pasts) {
    long done =
        attempt.links.keySet().stream().filter(title -> pasts.get(title).contains(number)).count();
    boolean whole = done == attempt.links.size();
    if (done > 0 && !whole) {
      throw new AssertionError("attempt " + number + " is half there: " + attempt.links.keySet());
    }
    if (attempt.ending == Ending.ACKNOWLEDGED && !whole) {
      throw new AssertionError("attempt " + number + " was acknowledged and is not there");
    }
    if (attempt.ending == Ending.REFUSED && whole) {
      throw new AssertionError("attempt " + number + " was refused and is there");
    }
  }

  private void replay(Model model, String title, List<Long> past) {
    Tuple key = Tuple.of(title);
    for (int position = 0; position < past.size(); position++) {
      long number = past.get(position);
      Attempt attempt = attempts.get(number);
      model.put(
          page,
          key,
          Map.of(
              "last",
              number,
              "links",
              attempt.links.get(title),
              "past",
              List.copyOf(past.subList(0, position + 1))));
      model.items(page, "notes", key).put(Tuple.of(number), Map.of("text", "n" + number));
      model.items(page, "texts", key).put(Tuple.of(number), Map.of("text", "t" + number));
      if (attempt.draft == Draft.WRITTEN) {
        model.put(draft, key, Map.of("last", number));
      } else if (attempt.draft == Draft.DELETED) {
        model.delete(draft, key);
      }
    }
  }

  /** Returns the number of attempts made. */
  long attempts() {
    return numbers.get();
  }
}
