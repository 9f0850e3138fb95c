package org.portolan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.portolan.data.Store.Guarantee;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;

class AutomaticLayoutsTest {
  private static List<String> told(
      String layout, Guarantee guarantee, boolean local, Map<String, String> notes) {
    Design design =
        DesignReader.read(
            """
            format: 1
            design: shop
            entities:
              product:
                key: {name: text}
                families: {main: {maker: text, tag: text}}
                indexes:
                  by_maker: {on: [maker], layout: object hashed(5)}
                  by_tag: {on: [tag], layout: %s}
            """
                .formatted(layout),
            "shop.yaml");
    return AutomaticLayouts.of(
        design, guarantee, local, name -> Optional.ofNullable(notes.get(name)));
  }

  @Test
  void of_noAutomaticIndex_isNothing() {
    assertThat(told("object single", Guarantee.ATOMIC, false, Map.of("auto turn", "x"))).isEmpty();
  }

  @Test
  void of_storeOfOneProcess_isTheStateAndTheMovesOfEachIndex() {
    assertThat(
            told(
                "auto cells single",
                Guarantee.ATOMIC,
                true,
                Map.of("auto by_tag", "2026-11-30T05:00:00Z: stays: a\nT moved x → y: b")))
        .containsExactly(
            "by_tag: cells single at present; 2026-11-30T05:00:00Z: stays: a",
            "by_tag: T moved x → y: b");
  }

  @Test
  void of_storeOfSeveralProcesses_saysWhichOneDecides() {
    assertThat(
            told(
                "auto object single",
                Guarantee.ATOMIC,
                false,
                Map.of("auto turn", "4711@shop-3 decides")))
        .containsExactly(
            "4711@shop-3 decides", "by_tag: object single at present; nothing was decided yet");
  }

  @Test
  void of_storeOfSeveralProcessesWithoutGuards_saysWhatIsMissing() {
    assertThat(told("auto object single", Guarantee.ATOMIC, false, Map.of()).get(0))
        .startsWith("no process has decided yet; ")
        .endsWith("if the writes have guards: portolan evolve --guards on");
  }

  @Test
  void of_engineOfRows_saysWhyNothingMoves() {
    assertThat(told("auto cells single", Guarantee.REPAIRED, false, Map.of()))
        .containsExactly(
            "all stay as they are: writers of cells never conflict",
            "by_tag: cells single at present; nothing was decided yet");
  }
}
