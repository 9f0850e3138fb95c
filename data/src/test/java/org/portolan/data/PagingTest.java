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
    int from = paging.cursor().map(Integer::parseInt).orElse(0);
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
                    page.cursor().isEmpty()
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

  /** As {@link #list}, in either direction: a cursor is a number that both directions leave out. */
  private Slice<Integer> bothWays(int size, Paging paging) {
    pagesRead.add(paging);
    int end = paging.cursor().map(Integer::parseInt).orElse(size);
    int from = Math.max(0, end - paging.limit());
    assertThat(paging.backwards()).isTrue();
    return new Slice<>(
        IntStream.range(from, end).boxed().toList(),
        Optional.empty(),
        from > 0 ? Optional.of(Integer.toString(from)) : Optional.empty());
  }

  @Test
  void stream_backwards_goesFromTheEndToTheBeginning() {
    assertThat(Paging.last(3).<Integer>stream(page -> bothWays(7, page)))
        .containsExactly(6, 5, 4, 3, 2, 1, 0);
    assertThat(Paging.last(3).before("2").<Integer>stream(page -> bothWays(7, page)))
        .containsExactly(1, 0);
  }

  @Test
  void pages_parallel_areNotReadAhead() {
    var first = Paging.first(2).<Integer>pages(page -> list(1_000_000, page)).parallel();
    assertThat(first.map(Slice::entries).findFirst()).contains(List.of(0, 1));
    assertThat(pagesRead).hasSize(1);
  }

  @Test
  void pages_haveTheCursorsToGoOnWith() {
    List<Slice<Integer>> pages = Paging.first(3).<Integer>pages(page -> list(7, page)).toList();
    assertThat(pages).extracting(Slice::entries).hasSize(3).last().isEqualTo(List.of(6));
    assertThat(Paging.first(9).following(pages.get(1))).isEqualTo(Paging.first(9).after("6"));
  }

  @Test
  void limit_beyondItsBounds_isRefused() {
    assertThatThrownBy(() -> Paging.last(0)).hasMessage("limit must be from 1 to 10000 but is 0");
  }
}
