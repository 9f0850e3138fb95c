package org.portolan.design.evolve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.design.DesignWriter;
import org.portolan.design.Designs;
import org.portolan.design.EvolutionReader;
import org.portolan.design.InvalidDesignException;
import org.portolan.design.Problem;
import org.portolan.design.evolve.EvolutionState.Step;
import org.portolan.design.evolve.EvolutionState.UnderWay;
import org.portolan.types.ScalarType;

class EvolutionStateTest {
  private static final String TEXT =
      """
      evolution: 1
      epoch: 7
      slots:
        page:
          main:
            - {name: title, type: text}
            - {name: size, type: int}
            - {name: size__2, type: long, column: size}
            - {name: note, type: text, column: remark, absent: " a \\"b\\" "}
            - {name: old, type: "decimal(8,2)", holds: dropped}
          parts: []
      """;

  private static final String ONLINE =
      """
      evolution: 7
      epoch: 7
      generations:
        backlinks: 3
      remainders:
        articles: -12
      slots: {}
      under-way:
        step: writing
        adds: true
        drops: true
        counts: true
        generations:
          backlinks: 7
        shards:
          page_count: 50
        target: |
      """;

  @TestFactory
  Stream<DynamicTest> write_anyState_readsAsItself() {
    return IntStream.range(0, 200)
        .mapToObj(seed -> DynamicTest.dynamicTest("seed " + seed, () -> roundTrip(seed)));
  }

  private static void roundTrip(int seed) {
    EvolutionState state = arbitrary(new Random(seed));
    String text = EvolutionWriter.write(state);
    assertThat(EvolutionReader.read(text, "text")).isEqualTo(state);
    assertThat(EvolutionWriter.write(EvolutionReader.read(text, "text"))).isEqualTo(text);
  }

  private static EvolutionState arbitrary(Random random) {
    Design design = Designs.arbitrary(random);
    Map<String, Map<String, List<Slot>>> entities = new LinkedHashMap<>();
    Slots.initial(design)
        .entities()
        .forEach(
            (entity, parts) -> {
              Map<String, List<Slot>> changed = new LinkedHashMap<>();
              parts.forEach((part, slots) -> changed.put(part, arbitrary(slots, random)));
              entities.put(entity, changed);
            });
    Optional<UnderWay> change =
        random.nextBoolean()
            ? Optional.of(
                new UnderWay(
                    List.of(Step.values()).get(random.nextInt(Step.values().length)),
                    Designs.arbitrary(random),
                    random.nextBoolean()
                        ? Renames.NONE
                        : new Renames(Map.of("page", Map.of("main", Map.of("a", "b", "c", "d")))),
                    random.nextBoolean() ? List.of() : List.of("page", "page.main"),
                    generations(random),
                    random.nextBoolean() ? Map.of() : Map.of("index_1", 1 + random.nextInt(1_000)),
                    random.nextInt(3) == 0,
                    random.nextInt(3) == 0,
                    random.nextInt(3) == 0))
            : Optional.empty();
    return new EvolutionState(
        1 + random.nextInt(1_000),
        new Slots(entities),
        generations(random),
        random.nextBoolean() ? Map.of() : Map.of("index_0", random.nextLong()),
        random.nextInt(4) == 0,
        change);
  }

  private static Map<String, Integer> generations(Random random) {
    Map<String, Integer> generations = new LinkedHashMap<>();
    IntStream.range(0, random.nextInt(3))
        .forEach(index -> generations.put("index_" + index, 1 + random.nextInt(100)));
    return generations;
  }

  private static List<Slot> arbitrary(List<Slot> slots, Random random) {
    List<Slot> changed = new ArrayList<>();
    slots.forEach(slot -> changed.add(random.nextInt(3) == 0 ? slot.dropped() : slot));
    String text =
        random
            .ints(5, 0, 0x3000)
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString();
    changed.add(
        new Slot(
            "later__2",
            ScalarType.TEXT,
            Slot.Use.COLUMN,
            random.nextBoolean() ? "later" : "later__2",
            random.nextBoolean() ? Optional.empty() : Optional.of(text)));
    changed.add(
        new Slot("size", ScalarType.INT, Slot.Use.COLUMN, "size", Optional.of(random.nextInt())));
    return changed;
  }

  @Test
  void read_text_hasItsSlots() {
    EvolutionState state = EvolutionReader.read(TEXT, "text");
    List<Slot> slots = state.slots().of("page", "main");
    assertThat(slots)
        .extracting(Slot::column)
        .containsExactly("title", "size", "size", "remark", "");
    assertThat(slots.get(3).absent()).contains(" a \"b\" ");
    assertThat(slots.get(4).use()).isEqualTo(Slot.Use.DROPPED);
    assertThat(state.slots().of("page", "parts")).isEmpty();
    assertThat(state.underWay()).isEmpty();
  }

  @TestFactory
  Stream<DynamicTest> read_damage_namesItsLine() {
    return Map.ofEntries(
            damage("epoch: 7", "epoch: 0", 2),
            damage("evolution: 1", "evolution: 8", 1),
            damage("{name: title, type: text}", "{name: title, type: txt}", 6),
            damage("{name: title, type: text}", "{name: title}", 6),
            damage("{name: title, type: text}", "title", 6),
            damage("{name: title, type: text}", "{name: size, type: text}", 7),
            damage("holds: dropped", "holds: nothing", 10),
            damage("holds: dropped", "holds: dropped, column: x", 10),
            damage("name: size, type: int", "name: size, type: int, absent: many", 7),
            damage("name: size, type: int", "name: size, type: int, more: 1", 7),
            damage("parts: []", "parts: none", 11),
            damage("slots:", "slot:", 3),
            damage("    parts: []", "   parts: [", 11),
            damage("epoch: 7", "generations: {backlinks: 2}", 2),
            online("backlinks: 3", "backlinks: 0", 4),
            online("backlinks: 3", "backlinks: many", 4),
            online("backlinks: 3", "- backlinks", 3),
            online("evolution: 7", "evolution: 1", 3),
            online("evolution: 7\nepoch: 7", "evolution: 1\nepoch: 8", 9),
            online("evolution: 7", "evolution: 2", 5),
            online("evolution: 7\nepoch: 7", "evolution: 2\nepoch: 8", 15),
            online("evolution: 7", "evolution: 0", 1),
            online("articles: -12", "articles: few", 6),
            online("articles: -12", "articles: 9223372036854775808", 6),
            online("step: writing", "step: reading", 9),
            online("adds: true", "adds: much", 10),
            online("evolution: 7\nepoch: 7", "evolution: 3\nepoch: 8", 10),
            online("drops: true", "drops: much", 11),
            online("evolution: 7\nepoch: 7", "evolution: 4\nepoch: 8", 11),
            online("counts: true", "counts: much", 12),
            online("evolution: 7\nepoch: 7", "evolution: 6\nepoch: 8", 12),
            online("generations:\n    backlinks: 7", "generation:\n    backlinks: 7", 13),
            online("backlinks: 7", "backlinks: -7", 14),
            online("page_count: 50", "page_count: 0", 16),
            online("page_count: 50", "page_count: 1001", 16),
            online("page_count: 50", "page_count: some", 16))
        .entrySet()
        .stream()
        .map(
            each ->
                DynamicTest.dynamicTest(
                    each.getKey(),
                    () ->
                        assertThatThrownBy(() -> EvolutionReader.read(each.getKey(), "text"))
                            .isInstanceOfSatisfying(
                                InvalidDesignException.class,
                                e ->
                                    assertThat(e.problems())
                                        .extracting(Problem::line)
                                        .contains(each.getValue()))));
  }

  private static Map.Entry<String, Integer> damage(String part, String other, int line) {
    assertThat(TEXT).contains(part);
    return Map.entry(TEXT.replace(part, other), line);
  }

  private static Map.Entry<String, Integer> online(String part, String other, int line) {
    assertThat(ONLINE).contains(part);
    String whole = online();
    assertThat(EvolutionReader.read(whole, "text").generations()).containsEntry("backlinks", 3);
    return Map.entry(whole.replace(part, other), line);
  }

  private static String online() {
    StringBuilder text = new StringBuilder(ONLINE);
    DesignWriter.write(Designs.arbitrary(new Random(1)))
        .lines()
        .forEach(each -> text.append("    ").append(each).append('\n'));
    return text.toString();
  }

  @Test
  void write_stateWithoutGenerations_isReadByReleasesBeforeThem() {
    EvolutionState state = EvolutionReader.read(TEXT, "text");
    assertThat(EvolutionWriter.write(state)).contains("evolution: 1\n");
    EvolutionState newer =
        new EvolutionState(7, state.slots(), Map.of("backlinks", 2), Optional.empty());
    assertThat(EvolutionWriter.write(newer)).contains("evolution: 2\n");
    assertThat(EvolutionWriter.write(newer.with(Map.of("articles", 0L))))
        .contains("evolution: 2\n");
    assertThat(EvolutionWriter.write(newer.with(Map.of("articles", 1L))))
        .contains("evolution: 3\n");
  }

  /** Earlier releases would take the table of such an index for that of another one. */
  @Test
  void write_stateWithUniqueGenerations_keepsItsVersion() {
    EvolutionState state =
        new EvolutionState(7, new Slots(Map.of()), Map.of("only", 2), Optional.empty())
            .withUniqueGenerations();
    assertThat(EvolutionWriter.write(state)).contains("evolution: 6\n");
    EvolutionState online = EvolutionReader.read(online(), "text").withUniqueGenerations();
    EvolutionState ended =
        online.at(Step.SWITCHED, online.slots()).ended(online.slots()).with(Map.of());
    String text = EvolutionWriter.write(ended);
    assertThat(text).contains("evolution: 6\n");
    assertThat(EvolutionReader.read(text, "text")).isEqualTo(ended);
    assertThat(ended.beginning(online.underWay().orElseThrow()).uniqueGenerations()).isTrue();
  }

  /** That version is of a change alone, so the text must say which one comes after it. */
  @Test
  void write_changeThatAddsCounters_keepsWhetherUniqueIndexesHaveGenerations() {
    EvolutionState online = EvolutionReader.read(online(), "text");
    UnderWay change = online.underWay().orElseThrow();
    for (boolean unique : List.of(true, false)) {
      EvolutionState counting =
          new EvolutionState(
              online.epoch(),
              online.slots(),
              online.generations(),
              online.remainders(),
              unique,
              Optional.of(
                  new UnderWay(
                      change.step(),
                      change.target(),
                      change.renames(),
                      change.removals(),
                      change.nextGenerations(),
                      change.shards(),
                      change.adds(),
                      change.drops(),
                      true)));
      String text = EvolutionWriter.write(counting);
      assertThat(text).contains("evolution: 7\n");
      assertThat(EvolutionReader.read(text, "text")).isEqualTo(counting);
    }
  }

  @Test
  void counterStates_areThoseOfTheChangeAndTheStore() {
    EvolutionState online = EvolutionReader.read(online(), "text");
    assertThat(online.counterStates())
        .isEqualTo(new CounterStates(Map.of("page_count", 50), Map.of("articles", -12L)));
    assertThat(online.at(Step.SWITCHED, online.slots()).remainders()).hasSize(1);
    EvolutionState ended = online.ended(online.slots());
    assertThat(ended.counterStates())
        .isEqualTo(new CounterStates(Map.of(), Map.of("articles", -12L)));
  }

  @Test
  void remaindersKept_onlyOfCountersThatStayAsTheyAre() {
    EvolutionState state =
        new EvolutionState(3, new Slots(Map.of()), Optional.empty())
            .with(Map.of("rows", 1L, "sum", 2L, "gone", 3L));
    String both = "rows: {layout: random(3)}, sum: {sums: size, layout: single}";
    assertThat(state.remaindersKept(counting(both), counting(both))).hasSize(2);
    for (String other :
        List.of(
            "rows: {layout: random(3)}, sum: {sums: size, layout: random(2)}",
            "rows: {layout: random(3), transactional: false}, sum: {layout: single}",
            "rows: {layout: random(3)}")) {
      assertThat(state.remaindersKept(counting(both), counting(other)))
          .isEqualTo(Map.of("rows", 1L));
    }
  }

  private static Design counting(String counters) {
    return DesignReader.read(
        """
        format: 1
        design: pages
        entities:
          page:
            key: {id: text}
            families:
              main: {size: int}
            counters: {%s}
        """
            .formatted(counters),
        "test");
  }

  @TestFactory
  Stream<DynamicTest> read_missingLine_refusesOrReadsAnotherState() {
    return IntStream.range(0, 100)
        .mapToObj(
            seed ->
                DynamicTest.dynamicTest(
                    "seed " + seed,
                    () -> {
                      Random random = new Random(seed);
                      EvolutionState state = arbitrary(random);
                      List<String> lines =
                          new ArrayList<>(EvolutionWriter.write(state).lines().toList());
                      // The first line is a comment, and generations may be missing.
                      lines.removeIf(line -> line.startsWith("  index_"));
                      lines.remove("generations:");
                      lines.remove("remainders:");
                      lines.remove("unique-generations: true");
                      lines.remove(1 + random.nextInt(3));
                      assertThatThrownBy(
                              () -> EvolutionReader.read(String.join("\n", lines), "text"))
                          .isInstanceOf(InvalidDesignException.class);
                    }));
  }
}
