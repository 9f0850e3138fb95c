package org.portolan.data.internal.repaired.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.portolan.data.internal.repaired.Parts.NOW;
import static org.portolan.data.internal.repaired.Parts.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.portolan.data.internal.repaired.Parts;
import org.portolan.data.internal.repaired.state.FollowUp.Target;
import org.portolan.data.internal.repaired.state.Outbox.Secondary;
import org.portolan.types.Bytes;

class OutboxCodecTest {
  private static final int DEFLATE_FROM = 128;

  private final Parts parts = new Parts();
  private final OutboxCodec codec = parts.store.outboxes();

  private Outbox outboxOf(String text) {
    return new Outbox(List.of(Parts.content(page("A"), text, NOW)), List.of());
  }

  private void requireSame(Outbox outbox) {
    assertThat(codec.unpack(codec.pack(outbox))).isEqualTo(outbox);
  }

  @Test
  void pack_nothing_isNothing() {
    assertThat(codec.pack(Outbox.EMPTY)).isEmpty();
    assertThat(codec.unpack(Optional.empty())).isEqualTo(Outbox.EMPTY);
  }

  @Test
  void unpack_everyKindOfFollowUp_isAsPacked() {
    FollowUp receipt = Parts.receipt(parts.pages(), NOW + 1, 7, -3);
    FollowUp content = Parts.content(page("A"), "text", NOW);
    FollowUp removal =
        new FollowUp(new Target("page", page("B").key(), "main", Optional.empty()), null, NOW - 5);
    FollowUp removedReceipt = new FollowUp(receipt.target(), null, NOW + 9);

    requireSame(new Outbox(List.of(receipt, removedReceipt, content, removal), List.of()));
    requireSame(new Outbox(List.of(), List.of(new Secondary(page("S"), NOW, 5))));
    requireSame(
        new Outbox(
            List.of(content),
            List.of(new Secondary(page("S"), NOW, 5), new Secondary(page("T"), NOW + 1, 6))));
  }

  @Test
  void unpack_anySize_isAsPacked() {
    for (int length = 0; length < 3 * DEFLATE_FROM; length++) {
      requireSame(outboxOf("x".repeat(length)));
    }
  }

  @Test
  void pack_shortOrIncompressible_isPlain_longIsDeflated() {
    StringBuilder noise = new StringBuilder();
    parts.runtime.random().ints(400, 33, 1_000).forEach(noise::appendCodePoint);

    assertThat(codec.pack(outboxOf("x")).orElseThrow().toArray()[0]).isEqualTo((byte) 1);
    byte[] deflated = codec.pack(outboxOf("x".repeat(1_000))).orElseThrow().toArray();
    assertThat(deflated[0]).isEqualTo((byte) 2);
    assertThat(deflated.length).isLessThan(DEFLATE_FROM);
    requireSame(outboxOf(noise.toString()));
  }

  @Test
  void pack_lengthAroundTheLimit_isDeflatedFromItOn() {
    List<Integer> plain = new ArrayList<>();
    for (int length = 0; length < DEFLATE_FROM; length++) {
      byte[] packed = codec.pack(outboxOf("x".repeat(length))).orElseThrow().toArray();
      if (packed[0] == 1) {
        plain.add(packed.length);
      }
    }
    assertThat(plain).last().isEqualTo(DEFLATE_FROM - 1);
  }

  @Test
  void unpackIntent_isAsPacked() {
    Intent intent =
        new Intent(
            List.of(Parts.content(page("A"), "new", NOW)),
            new Outbox(List.of(Parts.receipt(parts.views(), NOW, 7, 1)), List.of()),
            page("P"),
            Long.MIN_VALUE);

    assertThat(codec.unpackIntent(codec.pack(intent))).isEqualTo(intent);
    Intent empty = new Intent(List.of(), Outbox.EMPTY, page("P"), 1);
    assertThat(codec.unpackIntent(codec.pack(empty))).isEqualTo(empty);
  }

  @Test
  void unpack_formOfALaterRelease_saysWhatToDo() {
    Bytes packed = Bytes.wrap(new byte[] {9, 0});

    assertThatThrownBy(() -> codec.unpack(Optional.of(packed)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("form 9");
  }

  @Test
  void oldestVersion_ofAllThatIsLeft() {
    Outbox outbox =
        new Outbox(
            List.of(Parts.content(page("A"), "a", 7), Parts.content(page("B"), "b", 5)),
            List.of(new Secondary(page("S"), 6, 1)));

    assertThat(outbox.oldestVersion(9)).isEqualTo(5);
    assertThat(outbox.oldestVersion(4)).isEqualTo(4);
    assertThat(new Outbox(List.of(), outbox.secondaries()).oldestVersion(9)).isEqualTo(6);
  }
}
