package org.portolan.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PagingTest {
  private final List<Paging> pagesRead = new ArrayList<>();

  /** A list of the numbers below {@code size}, whose cursors are the numbers to go on with. */
  private Slice<Integer> list(int size, Paging paging) {
    pagesRead.add(paging);
    int from = paging.after().map(Integer::parseInt).orElse(0);
    int to = Math.min(size, from + paging.limit());
    return new Slice<>(
        IntStream.range(from, to).boxed().toList(),
        to < size ? Optional.of(Integer.toString(to)) : Optional.empty());
  }

  @Test
  void stream_severalPages_isTheWholeList() {
    for (int size = 0; size <= 7; size++) {
      int all = size;
      assertThat(Paging.first(3).<Integer>stream(page -> list(all, page)))
          .containsExactlyElementsOf(IntStream.range(0, size).boxed().toList());
    }
    assertThat(Paging.first(3).after("5").<Integer>stream(page -> list(7, page)))
        .containsExactly(5, 6);
  }

  @Test
  void stream_endedEarly_readsNoFurtherPage() {
    var stream = Paging.first(3).<Integer>stream(page -> list(100, page));
    assertThat(pagesRead).isEmpty();
    assertThat(stream.limit(4)).containsExactly(0, 1, 2, 3);
    assertThat(pagesRead).containsExactly(Paging.first(3), Paging.first(3).after("3"));
  }

  @Test
  void stream_pagesThatAreEmptyInBetween_goesOn() {
    assertThat(
            Paging.first(1).<String>stream(
                page ->
                    page.after().isEmpty()
                        ? new Slice<>(List.of(), Optional.of("next"))
                        : new Slice<>(List.of("a"), Optional.empty())))
        .containsExactly("a");
  }

  @Test
  void stream_failure_comesOut() {
    assertThatThrownBy(
            () ->
                Paging.first(1).stream(
                        page -> {
                          throw new IllegalStateException("closed");
                        })
                    .toList())
        .hasMessage("closed");
  }
}
