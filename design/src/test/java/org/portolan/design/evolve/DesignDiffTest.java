package org.portolan.design.evolve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.portolan.design.Design;
import org.portolan.design.DesignDifferences;
import org.portolan.design.DesignReader;
import org.portolan.design.Designs;
import org.portolan.design.PortableDesign;
import org.portolan.types.ScalarType;

class DesignDiffTest {
  private static final String SHOP =
      """
      format: 1
      design: shop
      entities:
        order:
          key: {id: text}
          families:
            main: {size: int, remark: text, tags: set of text}
            more: {note: text}
          collections:
            lines: {key: {sku: text}, columns: {quantity: int}}
          indexes:
            by_size: {on: [size], order: [remark], layout: single}
            by_tag: {on: [tags], layout: single}
          counters:
            sizes: {sums: size, layout: single}
            least_size: {least: size, layout: single}
            remarked: {where: remark, layout: single}
      """;

  private static final String AUTO = "by_tag: {on: [tags], layout: auto}";
  private static final String AUTO_HASHED = "by_tag: {on: [tags], layout: auto object hashed(5)}";

  @Property(tries = 200)
  void between_aDesignAndItself_isEmpty(@ForAll long seed) {
    Design design = Designs.arbitrary(new SplittableRandom(seed));

    assertThat(DesignDiff.between(design, design)).isEmpty();
  }

  @Property(tries = 200)
  void between_designAndChangedOne_isTheChange(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Design design = Designs.arbitrary(random);
    ChangedDesign changed = ChangedDesign.of(design, random);

    assertThat(DesignDiff.between(design, changed.design()))
        .hasSize(1)
        .hasOnlyElementsOfType(changed.forward());
    assertThat(DesignDiff.between(changed.design(), design))
        .hasSize(1)
        .hasOnlyElementsOfType(changed.backward());
  }

  @Property(tries = 200)
  void between_twoDesigns_isEmptyIfTheirDifferencesAre(@ForAll long seed) {
    Design one = Designs.arbitrary(new SplittableRandom(seed));
    Design other = Designs.arbitrary(new SplittableRandom(seed + 1));

    assertThat(DesignDiff.between(one, other).isEmpty())
        .isEqualTo(DesignDifferences.between(one, other).isEmpty());
  }

  @Test
  void between_automaticLayouts_doNotDifferByThePresentOne() {
    Design moved = shop(SHOP.replace("by_tag: {on: [tags], layout: single}", AUTO_HASHED));
    Design given = shop(SHOP.replace("by_tag: {on: [tags], layout: single}", AUTO));

    assertThat(DesignDiff.between(moved, given)).isEmpty();
    assertThat(DesignDiff.between(given, moved)).isEmpty();
    assertThat(PortableDesign.withPresentLayouts(given, moved)).isEqualTo(moved);
    assertThat(DesignDiff.withPresentLayouts(given, moved))
        .flatMap(DesignChange::differences)
        .containsExactly("entity order: index by_tag: layout auto → auto object hashed(5)");
  }

  @Test
  void between_layoutThatBecomesAutomatic_keepsItAtOnce() {
    String fixed = AUTO_HASHED.replace("auto ", "");
    Design stored = shop(SHOP.replace("by_tag: {on: [tags], layout: single}", fixed));
    Design given = shop(SHOP.replace("by_tag: {on: [tags], layout: single}", AUTO));
    List<DesignChange> changes = DesignDiff.between(stored, given);
    List<DesignChange> back =
        DesignDiff.between(PortableDesign.withPresentLayouts(given, stored), stored);

    assertThat(changes)
        .flatMap(DesignChange::differences)
        .containsExactly(
            "entity order: index by_tag: layout object hashed(5) → auto object hashed(5)");
    assertThat(way(changes)).isEqualTo(Way.AT_ONCE);
    assertThat(way(back)).isEqualTo(Way.AT_ONCE);
    assertThat(way(DesignDiff.withPresentLayouts(stored, given))).isEqualTo(Way.BUILT);
  }

  private static Way way(List<DesignChange> changes) {
    assertThat(changes).hasSize(1);
    return ((Verdict.Possible) new ChangeRules(changes).of(changes.get(0))).way();
  }

  @Test
  void between_renamedColumn_hasItsNewNameInAllThatNamesIt() {
    Design stored = shop(SHOP);
    Design given =
        shop(
            SHOP.replace("size: int", "length: int")
                .replace("size]", "length]")
                .replace("sums: size", "sums: length")
                .replace("least: size", "least: length"));
    Renames renames = Renames.of(List.of("order.size=length"), stored, given);

    assertThat(DesignDiff.between(stored, given, renames))
        .containsExactly(
            new DesignChange.ColumnRenamed(Part.family("order", "main"), "size", "length"));
    assertThat(renames.after("order", "main", "size")).isEqualTo("length");
    assertThat(DesignDifferences.between(renames.applied(stored), given)).isEmpty();
  }

  @Test
  void between_swappedNames_areTwoRenames() {
    String swapped = "main: {size: int, remark: text, note: text";
    Design stored =
        shop(
            SHOP.replace("main: {size: int, remark: text", swapped)
                .replace("more: {note: text}", "more: {}"));
    Renames renames = Renames.of(List.of("order.remark=note", "order.note=remark"), stored, stored);

    assertThatThrownBy(() -> renames.requireNoSwap(stored))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("cannot exchange the names [note, remark] of 'order'")
        .hasMessageContaining("by way of another name");
    assertThat(DesignDiff.between(stored, renames.applied(stored), renames))
        .containsExactly(
            new DesignChange.ColumnRenamed(Part.family("order", "main"), "remark", "note"),
            new DesignChange.ColumnRenamed(Part.family("order", "main"), "note", "remark"));
  }

  @Test
  void between_widenedColumn_changesTheEntriesOfItsLists() {
    Design stored = shop(SHOP);
    Design given = shop(SHOP.replace("size: int", "size: long"));

    assertThat(DesignDiff.between(stored, given))
        .extracting(change -> change.getClass().getSimpleName())
        .containsExactly("ColumnRetyped", "EntriesChanged", "EntriesChanged");
    DesignChange.ColumnRetyped retyped =
        (DesignChange.ColumnRetyped) DesignDiff.between(stored, given).get(0);
    assertThat(retyped.before().type()).isEqualTo(ScalarType.INT);
    assertThat(retyped.after().type()).isEqualTo(ScalarType.LONG);
  }

  @Test
  void between_collatedColumn_changesTheEntriesOfItsIndexes() {
    Design stored = shop(SHOP);
    Design given = shop(SHOP.replace("remark: text", "remark: {type: text, collation: ai_ci}"));

    assertThat(DesignDiff.between(stored, given))
        .extracting(change -> change.getClass().getSimpleName())
        .containsExactly("CollationChanged", "EntriesChanged");
  }

  @Test
  void of_wrongRenames_areRefused() {
    Design stored = shop(SHOP);
    Map<String, String> reasons =
        Map.of(
            "remark=note",
            "write ENTITY.OLD=NEW",
            "order.remark",
            "write ENTITY.OLD=NEW",
            "shop.remark=x",
            "the store has no entity 'shop'",
            "order.id=x",
            "a column of the key",
            "order.none=x",
            "no family of 'order' has a column 'none'",
            "order.items.quantity=x",
            "no collection 'items'",
            "order.remark=x",
            "the new design has no column 'x'",
            "order.remark=note",
            "the new design has no column 'note' in 'main'",
            "order.remark=size",
            "has a column 'size' already");

    reasons.forEach(
        (rename, reason) ->
            assertThatThrownBy(() -> Renames.of(List.of(rename), stored, stored))
                .as(rename)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(reason));
    assertThatThrownBy(() -> Renames.of(List.of("order.size=a", "order.size=b"), stored, stored))
        .hasMessageContaining("another rename names this column");
  }

  private static Design shop(String text) {
    return DesignReader.read(text, "shop.yaml");
  }
}
