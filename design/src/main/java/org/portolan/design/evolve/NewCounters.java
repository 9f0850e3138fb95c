package org.portolan.design.evolve;

import java.util.Optional;
import org.portolan.design.CounterDesign;

/** Which counters an entity can get while applications go on; that depends on the engine. */
public enum NewCounters {
  /** Any: one snapshot shows the rows and the additions of one moment. */
  ANY,
  /** Those of rows: each row carries a state, which says whether it is counted. */
  OF_ROWS,
  /** None. */
  NONE;

  /** Returns how a counter gets the number of the rows that there are, for people. */
  String way() {
    return switch (this) {
      case ANY -> "rows are counted at one moment, while applications go on; none is written";
      case OF_ROWS ->
          "each row is counted by a write of it, which leaves it as it is; applications read the"
              + " counter when all are counted";
      case NONE -> throw new IllegalStateException("this engine adds no counters on line");
    };
  }

  /** Returns why a counter needs a stopped store; empty if it does not. */
  Optional<String> refusal(CounterDesign counter) {
    return switch (this) {
      case ANY -> Optional.empty();
      case OF_ROWS ->
          counter
              .collection()
              .map(
                  items ->
                      "a write on this engine does not read the other items of its row, so it cannot"
                          + " count those of '"
                          + items
                          + "'");
      case NONE ->
          Optional.of(
              "this engine shows no moment at which rows can be counted beside writers, and its rows"
                  + " cannot say whether they are counted");
    };
  }
}
