package org.portolan.data.internal.auto;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.portolan.data.internal.auto.IndexUses.Writes;

class UseBoardTest extends OnAStore {
  private static final long READER = 1_000;

  private final UseBoard reader = board();

  private UseBoard board() {
    return new UseBoard(meta, runtime, WINDOW);
  }

  private static ProcessUse use(long id, long number) {
    return new ProcessUse(id, number, new Writes(number, 0), Map.of());
  }

  private long[] seen() {
    return reader.others(READER).stream().mapToLong(ProcessUse::id).toArray();
  }

  @Test
  void others_ofSeveralProcesses_areThoseThatPublish() {
    UseBoard first = board();
    UseBoard second = board();
    reader.publish(use(READER, 1));
    first.publish(use(1, 1));
    second.publish(use(2, 1));
    first.publish(use(1, 2));

    assertThat(reader.others(READER)).containsExactly(use(1, 2), use(2, 1));
  }

  @Test
  void others_silentProcess_isNotAmongThem() {
    UseBoard first = board();
    UseBoard second = board();
    first.publish(use(1, 1));
    second.publish(use(2, 1));
    assertThat(seen()).containsExactly(1, 2);
    runtime.pass(WINDOW.multipliedBy(3));
    second.publish(use(2, 2));

    assertThat(seen()).containsExactly(2);
    first.publish(use(1, 2));
    assertThat(seen()).containsExactly(1, 2);
  }

  @Test
  void publish_morePlacesThanThereAre_leavesSomeUncounted() {
    for (int id = 1; id <= UseBoard.PLACES; id++) {
      board().publish(use(id, 1));
    }
    UseBoard late = board();
    late.publish(use(500, 1));
    assertThat(seen()).hasSize(UseBoard.PLACES).doesNotContain(500);

    // All others are dead, which the late one has watched for long enough.
    runtime.pass(WINDOW.multipliedBy(3));
    late.publish(use(500, 2));
    assertThat(seen()).containsExactly(500);
  }

  @Test
  void publish_placeTakenMeanwhile_takesAnother() {
    UseBoard slow = board();
    UseBoard other = board();
    slow.publish(use(1, 1));
    meta.write("auto counts 0", use(7, 1).text());
    runtime.pass(Duration.ofSeconds(1));
    slow.publish(use(1, 2));
    other.publish(use(2, 1));

    assertThat(seen()).containsExactly(7, 1, 2);
  }

  @Test
  void leave_place_isTakenByTheNext() {
    UseBoard first = board();
    first.publish(use(1, 1));
    first.leave();
    assertThat(seen()).isEmpty();

    board().publish(use(2, 1));

    assertThat(seen()).containsExactly(2);
    assertThat(meta.read("auto counts 1")).isEmpty();
  }
}
