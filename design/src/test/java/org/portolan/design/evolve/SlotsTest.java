package org.portolan.design.evolve;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;

class SlotsTest {
  private static final String BEGINNING =
      """
      format: 1
      design: shop
      entities:
        page:
          key:
            title: {type: text, collation: as_ci}
          key-layout: plain
          families:
      """;

  private static Design design(String families) {
    return DesignReader.read(BEGINNING + families.indent(6), "test");
  }

  private static List<String> texts(Slots slots, String part) {
    return slots.of("page", part).stream()
        .map(
            slot ->
                slot.name()
                    + " "
                    + slot.type()
                    + " "
                    + (slot.use() == Slot.Use.COLUMN ? slot.column() : slot.use().spelling())
                    + slot.absent().map(value -> " " + value).orElse(""))
        .toList();
  }

  private static Slots changed(Slots slots, Design old, Design next, Map<String, String> renames) {
    return slots.after(old, next, new Renames(Map.of("page", Map.of("main", renames))));
  }

  @Test
  void initial_firstFamily_hasTheOriginalsOfTheKeyBehindItsColumns() {
    Slots slots = Slots.initial(design("main: {n: int}\nrest: {}"));
    assertThat(texts(slots, "main")).hasSize(2).first().isEqualTo("n int n");
    assertThat(slots.of("page", "main").get(1).use()).isEqualTo(Slot.Use.ORIGINAL);
    assertThat(texts(slots, "rest")).containsExactly("present boolean mark");
  }

  @Test
  void after_chain_onlyAppends() {
    Design first = design("main: {n: int, note: text}\nrest: {}");
    Slots slots = Slots.initial(first);
    String original = texts(slots, "main").get(2);

    Design second =
        design(
            """
            main: {remark: text, n: long, size: {type: int, required: true, default: 4}}
            rest: {more: {type: int, default: 3}}
            late: {flag: {type: int, required: true, default: 1}}
            """);
    slots = changed(slots, first, second, Map.of("note", "remark"));
    assertThat(texts(slots, "main"))
        .containsExactly("n int n", "note text remark", original, "n__2 long n", "size int size 4");
    assertThat(texts(slots, "rest")).containsExactly("present boolean mark", "more int more");
    assertThat(texts(slots, "late")).containsExactly("flag int flag 1");

    // A column of the name of a renamed one is another one; so is one of another type.
    Design third = design("main: {note: text, size: long, n: text}\nrest: {more: int}");
    slots = changed(slots, second, third, Map.of());
    assertThat(texts(slots, "main"))
        .containsExactly(
            "n int dropped",
            "note text dropped",
            original,
            "n__2 long dropped",
            "size int size 4",
            "note__2 text note",
            "size__2 long size",
            "n__3 text n");
    assertThat(texts(slots, "rest")).containsExactly("present boolean mark", "more int more");
    assertThat(slots.entities().get("page")).doesNotContainKey("late");
  }

  @Test
  void after_exchangedNames_exchangesColumns() {
    Design design = design("main: {a: text, b: text}");
    Slots slots = changed(Slots.initial(design), design, design, Map.of("a", "b", "b", "a"));
    assertThat(texts(slots, "main").subList(0, 2)).containsExactly("a text b", "b text a");
  }

  @Test
  void withdrawing_altered_dropsWhatWasAppended() {
    Design first = design("main: {n: int}");
    Design second = design("main: {n: int, more: int, most: int}");
    Slots before = Slots.initial(first);
    Slots after = before.after(first, second, Renames.NONE);
    assertThat(texts(before.withdrawing(after, (entity, part) -> 4), "main").subList(2, 4))
        .containsExactly("more int dropped", "most int dropped");
    assertThat(before.withdrawing(after, (entity, part) -> 2)).isEqualTo(before);
    Slots withdrawn = before.withdrawing(after, (entity, part) -> 4);
    assertThat(texts(withdrawn.after(first, second, Renames.NONE), "main").subList(4, 6))
        .containsExactly("more__2 int more", "most__2 int most");
  }

  @Test
  void after_longName_isShortened() {
    String name = "n".repeat(48);
    Design first = design("main: {" + name + ": int}");
    Design second = design("main: {" + name + ": text}");
    Slots slots = Slots.initial(first).after(first, second, Renames.NONE);
    assertThat(Optional.of(slots.of("page", "main").get(2).name()))
        .contains("n".repeat(45) + "__2");
  }
}
