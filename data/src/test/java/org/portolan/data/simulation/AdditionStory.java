package org.portolan.data.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.Store;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.DesignWriter;
import org.portolan.design.evolve.EvolutionState.Step;
import org.portolan.types.Tuple;

/** Designs with more than that of a scenario, and a process that knows nothing of it. */
final class AdditionStory {
  static final int PAGES = 6;

  private static final Duration BETWEEN = Duration.ofMillis(200);

  private AdditionStory() {}

  static Tuple page(int number) {
    return Tuple.of("page " + number);
  }

  /** Returns the design of a story with everything that can be added. */
  static Design grown(Scenario story) {
    boolean cells = DesignWriter.write(story.design()).contains("cells hashed");
    String kind = cells ? "cells" : "object";
    return DesignReader.read(
        """
        format: 1
        design: scenario
        entities:
          page:
            key: {title: text}
            key-layout: plain
            families:
              main:
                note: text
                text: text
                level: {type: int, required: true, default: 3}
                links: set of text
                hint: {type: text, default: none}
              more:
                author: text
                size: {type: int, default: 7}
            collections:
              notes:
                key: {number: int}
                storage: %2$s
                columns: {rank: {type: int, default: 4}, text: text}
              tags: {key: {name: text}, storage: %1$s, columns: {why: text}}
            indexes:
              by_level: {on: [level], layout: %1$s hashed(2)}
              by_note: {on: [note], layout: %1$s single}
              backlinks: {on: [links], layout: %1$s hashed(3)}
            counters:
              pages: {layout: random(3)}
              all_notes: {counts: notes, layout: single}
          user:
            key: {name: text}
            key-layout: plain
            families: {main: {mail: text}}
            indexes:
              user_of_mail: {on: [mail], layout: %1$s single}
            counters:
              users: {layout: single}
        """
            .formatted(kind, cells ? "rows" : "object"),
        "grown");
  }

  /** Returns a design that has some of what {@link #grown} has, and something else. */
  static Design mixed(Scenario story) {
    boolean cells = DesignWriter.write(story.design()).contains("cells hashed");
    return DesignReader.read(
        """
        format: 1
        design: scenario
        entities:
          page:
            key: {title: text}
            key-layout: plain
            families:
              main:
                mark: {type: text, required: true, default: m}
                note: text
                text: text
                links: set of text
            collections:
              notes:
                key: {number: int}
                storage: %2$s
                columns: {text: text, mark: text}
              marks: {key: {name: text}, storage: %1$s, columns: {why: text}}
            indexes:
              by_mark: {on: [mark], layout: %1$s hashed(2)}
              by_text: {on: [text], layout: %1$s single}
              backlinks: {on: [links], layout: %1$s hashed(2)}
            counters:
              pages: {layout: random(2)}
          group:
            key: {name: text}
            key-layout: plain
            families: {main: {mail: text}}
            counters:
              groups: {layout: single}
        """
            .formatted(cells ? "cells" : "object", cells ? "rows" : "object"),
        "mixed");
  }

  /** Writes all that {@link #grown} has added to a page, if the page is there. */
  static boolean write(Store store, Tuple key, int number, String note) {
    return store.write(
        transaction -> {
          Map<String, Object> changes =
              Map.of("note", note, "author", note, "level", 5, "hint", note);
          if (!transaction.update("page", key, changes)) {
            return false;
          }
          transaction.putItem("page", key, "tags", Tuple.of("x"), Map.of("why", note));
          transaction.putItem("page", key, "notes", Tuple.of(number), Map.of("rank", 9));
          transaction.put("user", Tuple.of(note), Map.of("mail", "same"));
          return true;
        });
  }

  static void awaitStep(Scenario story, Step step) {
    while (story.step().filter(at -> at == step).isEmpty()) {
      story.pass(Duration.ofMillis(50));
    }
  }

  /** A process of the old design, which puts, updates and deletes whole rows and items. */
  static final class Old {
    final Map<Tuple, String> texts = new HashMap<>();
    final Scenario story;
    final List<String> wrong = new ArrayList<>();
    boolean ends;
    int writes;

    Old(Scenario story) {
      this.story = story;
    }

    void writeBy(Scenario.Writer writer) {
      Store store = writer.store();
      while (!ends) {
        Tuple key = page(writes % PAGES);
        String text = "text " + writes;
        Map<String, Object> values = Map.of("text", text, "links", Set.of("a" + writes % 3));
        boolean updates = writes > PAGES && writes % 5 == 4;
        store.write(
            transaction -> {
              if (updates) {
                transaction.update("page", key, Map.of("text", text));
              } else {
                transaction.put("page", key, values);
              }
              transaction.putItem("page", key, "notes", Tuple.of(1), Map.of("text", text));
              return null;
            });
        texts.put(key, text);
        Optional<EntityRow> found = store.get("page", key, Columns.ALL);
        if (!found.orElseThrow().values().keySet().equals(Set.of("text", "links"))) {
          wrong.add(found.toString());
        }
        // A row that comes and goes.
        Tuple other = Tuple.of("brief " + writes % 3);
        store.write(
            transaction -> {
              if (!transaction.delete("page", other)) {
                transaction.insert("page", other, Map.of("text", text));
              }
              return null;
            });
        writes++;
        story.pass(BETWEEN);
      }
    }
  }
}
