package org.portolan.types;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class TupleTest {
  @Test
  void tuple_whoseSourceChanges_keepsItsValues() {
    Object[] array = {"a", null, 3};
    List<Object> list = new ArrayList<>(Arrays.asList(array));
    Tuple ofArray = Tuple.of(array);
    Tuple ofList = new Tuple(list);
    array[0] = "b";
    list.set(0, "c");
    assertThat(ofArray.get(0)).isEqualTo("a");
    assertThat(ofList).isEqualTo(ofArray);
    assertThatThrownBy(() -> ofArray.values().set(0, "d"))
        .isInstanceOf(UnsupportedOperationException.class);
    ofArray.values().toArray()[0] = "e";
    assertThat(ofArray.get(0)).isEqualTo("a");
  }

  @Test
  void values_equalAndHashLikeAnyList() {
    Tuple tuple = Tuple.of("a", null, 3);
    List<Object> list = Arrays.asList("a", null, 3);
    assertThat(tuple.values()).isEqualTo(list).hasSameHashCodeAs(list);
    assertThat(list).isEqualTo(tuple.values());
    assertThat(tuple).isEqualTo(new Tuple(list)).hasSameHashCodeAs(new Tuple(list));
    assertThat(tuple).isNotEqualTo(Tuple.of("a", null)).isNotEqualTo(Tuple.of("a", null, 4));
  }

  @Test
  void appendAndSlice_giveTheValuesInOrder() {
    Tuple tuple = Tuple.of("a", null).append(Tuple.of(3, 4));
    assertThat(tuple).isEqualTo(Tuple.of("a", null, 3, 4)).hasToString("(a, null, 3, 4)");
    assertThat(tuple.slice(1, 3)).isEqualTo(Tuple.of(null, 3));
    assertThat(tuple.slice(2, 2)).isEqualTo(Tuple.EMPTY);
    assertThat(Tuple.EMPTY.append(tuple)).isEqualTo(tuple);
    for (int[] wrong : new int[][] {{-1, 2}, {0, 5}, {3, 2}, {5, 5}}) {
      assertThatThrownBy(() -> tuple.slice(wrong[0], wrong[1]))
          .as("from %d to %d", wrong[0], wrong[1])
          .isInstanceOfAny(IndexOutOfBoundsException.class, IllegalArgumentException.class);
    }
  }
}
