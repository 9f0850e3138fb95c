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
