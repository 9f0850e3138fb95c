package org.portolan.design.evolve;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;

class DesignViewTest {
  private static final Design KNOWN =
      DesignReader.read(
          """
          format: 1
          design: shop
          entities:
            customer:
              key: {id: text}
              families:
                main: {name: text}
              collections:
                notes: {key: {at: long}, storage: rows, columns: {text: text}}
              indexes:
                by_name: {on: [name], layout: object single}
              counters:
                customers: {layout: single}
          """,
          "known");

  private static final Design GROWN =
      DesignReader.read(
          """
          format: 1
          design: shop
          entities:
            order:
              key: {id: text}
              families: {main: {size: int}}
            customer:
              key: {id: text}
              families:
                main: {city: {type: text, pattern: '[a-z]*'}, name: text}
                more: {size: int}
              collections:
                notes: {key: {at: long}, storage: rows, columns: {rank: int, text: text}}
                tags: {key: {name: text}, storage: rows, columns: {}}
              indexes:
                by_name: {on: [name], layout: object single}
                by_city: {on: [city], layout: object single}
                by_both: {on: [name], order: [size], layout: object single}
              counters:
                customers: {layout: single}
                sizes: {sums: size, layout: single}
                all_tags: {counts: tags, layout: single}
          """,
          "grown");

  @Test
  void shown_ofADesignThatHasGrown_isTheKnownOne() {
    DesignView view = DesignView.of(KNOWN, GROWN, GROWN);
    assertThat(view.isWhole()).isFalse();
    assertThat(view.shown()).isEqualTo(KNOWN);
    assertThat(view.hidesEntity("order")).isTrue();
    assertThat(view.hidesEntity("customer")).isFalse();
    assertThat(view.hiddenColumns("customer")).containsExactlyInAnyOrder("city", "size");
    assertThat(view.hiddenColumns("customer", "notes")).containsExactly("rank");
    assertThat(view.hidesCollection("customer", "tags")).isTrue();
  }

  @Test
  void shown_ofWhatIsAboutToBeAdded_isTheDesignInForce() {
    Design widened = Additions.widened(KNOWN, GROWN);
    assertThat(widened.entity("customer").orElseThrow().indexes())
        .isEqualTo(KNOWN.entities().get(0).indexes());
    DesignView view = DesignView.of(KNOWN, KNOWN, widened);
    assertThat(view.isWhole()).isFalse();
    assertThat(view.shown()).isEqualTo(KNOWN);
    assertThat(view.inForce()).isEqualTo(KNOWN);
  }

  @Test
  void shown_withoutDifference_isTheDesign() {
    DesignView view = DesignView.of(GROWN, GROWN, GROWN);
    assertThat(view.isWhole()).isTrue();
    assertThat(view.shown()).isSameAs(GROWN);
    assertThat(DesignView.of(GROWN, KNOWN, KNOWN).isWhole()).isTrue();
  }

  @Test
  void hidden_ofWhatIsDropped_isHiddenFromThoseThatKnowIt() {
    Design widened = Additions.widened(KNOWN, GROWN);
    DesignView view = DesignView.of(GROWN, KNOWN, widened);
    assertThat(view.isWhole()).isFalse();
    assertThat(view.hidesEntity("order")).isTrue();
    assertThat(view.hiddenColumns("customer")).containsExactlyInAnyOrder("city", "size");
    assertThat(view.hiddenColumns("customer", "notes")).containsExactly("rank");
    assertThat(view.hidesCollection("customer", "tags")).isTrue();
    assertThat(view.shown()).isEqualTo(KNOWN);
    DroppedParts dropped = view.dropped();
    assertThat(dropped).isEqualTo(DesignView.of(GROWN, KNOWN, KNOWN).dropped());
    assertThat(dropped.hasEntity("order")).isTrue();
    assertThat(dropped.hasColumn("customer", "city")).isTrue();
    assertThat(dropped.hasColumn("customer", "name")).isFalse();
    assertThat(dropped.hasColumn("customer", "notes", "rank")).isTrue();
    assertThat(dropped.hasColumn("customer", "notes", "text")).isFalse();
    assertThat(dropped.hasCollection("customer", "tags")).isTrue();
    assertThat(dropped.hasList("by_city")).isTrue();
    assertThat(dropped.hasList("all_tags")).isTrue();
    assertThat(dropped.hasList("by_name")).isFalse();
    assertThat(DesignView.of(KNOWN, GROWN, GROWN).dropped().isEmpty()).isTrue();
  }
}
