package org.portolan.data.internal.auto;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.portolan.data.internal.auto.IndexUse.Sums;
import org.portolan.data.internal.auto.IndexUses.Writes;
import org.portolan.data.internal.auto.ProcessUse.Hot;
import org.portolan.data.internal.auto.ProcessUse.OfIndex;
import org.portolan.data.internal.auto.UseSums.Window;

class UseSumsTest {
  private final UseSums sums = new UseSums();

  private static ProcessUse use(long id, long changes, double listed, Hot... hot) {
    Sums counted = new Sums(0, 0, changes, 0, 0, changes / 10, 0);
    return new ProcessUse(
        id,
        changes,
        new Writes(changes, 5 * changes),
        Map.of("i", new OfIndex(counted, List.of(hot), listed, 20)));
  }

  @Test
  void next_severalProcesses_addsWhatTheyDidSince() {
    Window first = sums.next("i", List.of(use(1, 1_000, 0), use(2, 50, 0)));
    Window second = sums.next("i", List.of(use(1, 1_300, 0), use(2, 150, 0)));

    assertThat(first.sums()).isEqualTo(Sums.NONE);
    assertThat(second.sums().changes()).isEqualTo(400);
    assertThat(second.sums().conflicts()).isEqualTo(40);
    assertThat(second.written()).isEqualTo(new Writes(400, 2_000));
  }

  @Test
  void next_processThatComesAndGoes_isCountedFromItsSecondWindowOn() {
    Window unused = sums.next("i", List.of(use(1, 100, 0)));
    assertThat(sums.next("i", List.of(use(1, 100, 0), use(2, 9_000, 0))).sums().changes()).isZero();
    assertThat(sums.next("i", List.of(use(1, 100, 0), use(2, 9_001, 0))).sums().changes()).isOne();
    assertThat(sums.next("i", List.of(use(1, 100, 0))).sums().changes()).isZero();
    assertThat(sums.next("i", List.of(use(1, 100, 0), use(2, 9_500, 0))).sums().changes()).isZero();
  }

  @Test
  void next_sameFrequentValue_isAsConcentratedInAllProcessesAsInOne() {
    Window unused = sums.next("i", List.of(use(1, 0, 0), use(2, 0, 0)));
    Window same =
        sums.next("i", List.of(use(1, 100, 0, new Hot(7, 1)), use(2, 100, 0, new Hot(7, 1))));
    Window different =
        sums.next("i", List.of(use(1, 200, 0, new Hot(7, 1)), use(2, 200, 0, new Hot(8, 1))));

    assertThat(same.concentration()).isEqualTo(1);
    assertThat(different.concentration()).isEqualTo(0.5);
  }

  @Test
  void next_lengthsOfLists_areThoseOfTheProcessesThatLooked() {
    Window unused = sums.next("i", List.of(use(1, 0, 0), use(2, 0, 0), use(3, 0, 0)));
    Window window = sums.next("i", List.of(use(1, 299, 10), use(2, 99, 50), use(3, 500, 0)));

    assertThat(window.listed()).isCloseTo(20, within(0.01));
    assertThat(window.memberBytes()).isEqualTo(20);
  }

  @Test
  void restart_process_countsFromThereOn() {
    Window unused = sums.next("i", List.of(use(1, 0, 0)));
    sums.restart(1, use(1, 70, 0).indexes().get("i").sums(), new Writes(70, 0));

    assertThat(sums.next("i", List.of(use(1, 100, 0))).sums().changes()).isEqualTo(30);
  }
}
