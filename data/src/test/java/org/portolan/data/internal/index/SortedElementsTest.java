package org.portolan.data.internal.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SortedElementsTest {
  private static final Comparator<Object> ORDER =
      (left, right) -> Integer.compare((Integer) left, (Integer) right);

  @Test
  void changed_isTheListWithoutTheRemovedAndWithTheAdded() {
    var random = new SplittableRandom(1);
    for (int i = 0; i < 5_000; i++) {
      var all = ascending(random, 30);
      var added = ascending(random, 8);
      var removed = ascending(random, 8);
      var expected = new TreeSet<Object>(all);
      expected.removeAll(removed);
      expected.addAll(added);

      assertThat(SortedElements.changed(all, added, removed, ORDER))
          .isEqualTo(new ArrayList<>(expected));
    }
  }

  private static List<Object> ascending(SplittableRandom random, int most) {
    var elements = new TreeSet<Object>();
    for (int count = random.nextInt(most + 1); count > 0; count--) {
      elements.add(random.nextInt(40));
    }
    return new ArrayList<>(elements);
  }

  @Test
  void changed_byOneElement_comparesFew() {
    List<Integer> all = IntStream.range(0, 10_000).mapToObj(i -> 2 * i).toList();
    var compared = new AtomicInteger();
    Comparator<Object> counting =
        (left, right) -> {
          compared.incrementAndGet();
          return ORDER.compare(left, right);
        };

    assertThat(SortedElements.changed(all, List.of(7_001), List.of(4), counting)).hasSize(10_000);
    assertThat(compared.get()).isLessThan(50);
  }
}
