package org.portolan.engine.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import java.util.Optional;
import org.portolan.engine.Consistency;

/**
 * How many replicas answer.
 *
 * @param serial among whom conditions are decided: all data centres or the client's
 */
record Levels(ConsistencyLevel read, ConsistencyLevel write, ConsistencyLevel serial) {

  /** Conditions are decided in the client's data centre if that is where writes are made. */
  static Levels of(Consistency read, Consistency write, Optional<ConsistencyLevel> serial) {
    return new Levels(
        DefaultConsistencyLevel.valueOf(read.name()),
        DefaultConsistencyLevel.valueOf(write.name()),
        serial.orElse(
            write == Consistency.LOCAL_ONE || write == Consistency.LOCAL_QUORUM
                ? ConsistencyLevel.LOCAL_SERIAL
                : ConsistencyLevel.SERIAL));
  }

  /** Returns the levels at which schemas are kept: a majority, whatever the data are kept at. */
  Levels ofSchemas() {
    ConsistencyLevel majority =
        serial == ConsistencyLevel.SERIAL ? ConsistencyLevel.QUORUM : ConsistencyLevel.LOCAL_QUORUM;
    return new Levels(majority, majority, serial);
  }
}
