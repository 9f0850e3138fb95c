package org.portolan.design;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class DesignDifferencesTest {
  private static final String STORED =
      """
      format: 1
      design: stored
      entities:
        page:
          key: {title: text}
          families:
            page: {id: long, links: set of text, time: timestamp}
            body: {text: compressed text}
          collections:
            history: {key: {revision: long desc}, storage: object, columns: {user: text}}
          indexes:
            pages: {layout: object hashed(50)}
            backlinks: {on: [links], layout: object hashed(5)}
          counters:
            page_count: {layout: random(50)}
          references:
            owner: {on: [id], to: user}
            gone: {on: [id], to: user}
        user: {key: {id: long}, families: {user: {name: text}}}
      """;

  /** Each file is compared with the design above. */
  @TestFactory
  Stream<DynamicTest> between_storedAndFile() {
    Design stored = DesignReader.read(STORED, "stored.yaml");
    return TextScripts.of(
        "differences",
        "expected",
        (text, name) ->
            String.join("\n", DesignDifferences.between(stored, DesignReader.read(text, name)))
                + "\n");
  }

  @Test
  void ofOptions_addedAndRemoved_areListed() {
    Design stored = DesignReader.read(STORED, "stored.yaml");
    Design given =
        DesignReader.read(
            STORED
                .replace(
                    "families:\n      page:", "options: {hbase.ttl: 7}\n    families:\n      page:")
                .replace("hashed(5)}", "hashed(5), options: {hbase.a: b}}"),
            "given.yaml");

    assertThat(DesignDifferences.between(stored, given)).isEmpty();
    assertThat(DesignDifferences.ofOptions(stored, given))
        .containsExactly(
            "entity page: option hbase.ttl none → 7",
            "entity page: index backlinks: option hbase.a none → b");
    assertThat(DesignDifferences.ofOptions(given, stored))
        .containsExactly(
            "entity page: option hbase.ttl 7 → none",
            "entity page: index backlinks: option hbase.a b → none");
  }

  @Test
  void between_listedByAnother_isADifference() {
    String texts = "texts: {key: {revision: long}, storage: rows%s}\n    indexes:";
    String itself = STORED.replace("indexes:", texts.formatted(""));
    String byHistory = STORED.replace("indexes:", texts.formatted(", listed-by: history"));

    assertThat(
            DesignDifferences.between(
                DesignReader.read(itself.replace("    texts", "      texts"), "stored.yaml"),
                DesignReader.read(byHistory.replace("    texts", "      texts"), "given.yaml")))
        .containsExactly("entity page: collection texts: listed by itself → history");
  }

  @Test
  void between_extremes_areCompared() {
    String more = "counters:\n      newest: {greatest: time, by: [id], layout: single}";
    String other = "counters:\n      newest: {least: time, layout: hashed(2)}";
    String served =
        STORED
            .replace("indexes:", "indexes:\n      by_id: {on: [id], order: [time], layout: single}")
            .replace("counters:", "counters:\n      newest: {greatest: time, by: [id]}");
    Design stored = with(more);

    assertThat(DesignDifferences.between(stored, stored)).isEmpty();
    assertThat(DesignDifferences.between(stored, with(other)))
        .containsExactly(
            "entity page: counter newest: is the greatest time for each value of id → the least"
                + " time of all rows",
            "entity page: counter newest: layout single → hashed(2)");
    assertThat(DesignDifferences.between(stored, DesignReader.read(served, "given.yaml")))
        .containsExactly(
            "entity page: index by_id: only in the given design",
            "entity page: counter newest: layout single → that of an index");
  }

  private static Design with(String counters) {
    return DesignReader.read(STORED.replace("counters:", counters), "a.yaml");
  }

  @Test
  void between_entitiesInAnotherOrder_isNoDifference() {
    Design stored = DesignReader.read(STORED, "stored.yaml");
    List<EntityDesign> reversed = new ArrayList<>(stored.entities());
    Collections.reverse(reversed);

    assertThat(DesignDifferences.between(stored, new Design(stored.name(), reversed))).isEmpty();
  }

  @Property(tries = 100)
  void between_aDesignAndItself_isEmpty(@ForAll long seed) {
    Design design = Designs.arbitrary(new SplittableRandom(seed));

    assertThat(DesignDifferences.between(design, design)).isEmpty();
  }

  @Property(tries = 100)
  void between_differentDesigns_isNotEmpty(@ForAll long seed) {
    Design one = Designs.arbitrary(new SplittableRandom(seed));
    Design other = Designs.arbitrary(new SplittableRandom(seed + 1));

    assertThat(DesignDifferences.between(one, other)).isNotEmpty();
  }
}
