package org.portolan.engine.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import java.util.ArrayList;
import java.util.List;
import org.portolan.engine.Consistency;

/**
 * How many replicas answer.
 *
 * @param serial among whom conditions are decided: all data centres or the client's
 */
record Levels(Consistency reads, Consistency writes, ConsistencyLevel serial) {

  ConsistencyLevel read() {
    return DefaultConsistencyLevel.valueOf(reads.name());
  }

  ConsistencyLevel write() {
    return DefaultConsistencyLevel.valueOf(writes.name());
  }

  /** Returns the levels at which schemas are kept: a majority, whatever the data are kept at. */
  Levels ofSchemas() {
    Consistency majority =
        serial == ConsistencyLevel.SERIAL ? Consistency.QUORUM : Consistency.LOCAL_QUORUM;
    return new Levels(majority, majority, serial);
  }

  /**
   * Returns why reads may miss acknowledged writes: see {@link
   * org.portolan.engine.Engine#staleReads}.
   *
   * <p>Reads and writes must each be answered by more than half of the replicas. It would be enough
   * for one client if both together were more than all, as with writes at ALL and reads at ONE; but
   * another client, with other levels that are enough by themselves, would then write what this one
   * misses. Any two majorities meet. Half of one data centre's replicas is enough only if no client
   * is in another one, which is what {@code LOCAL_SERIAL} says.
   *
   * @param dataCentre that of the client
   */
  List<String> staleReads(Replication replication, String dataCentre) {
    boolean oneDataCentre =
        !replication.isOfSeveralDataCentres() || serial == ConsistencyLevel.LOCAL_SERIAL;
    int local = replication.in(dataCentre);
    if (oneDataCentre
        && isMajority(answersOf(reads, replication, local), local)
        && isMajority(answersOf(writes, replication, local), local)) {
      return List.of();
    }
    List<String> reasons = new ArrayList<>();
    addReason("read", reads, replication, local, reasons);
    addReason("write", writes, replication, local, reasons);
    if (!reasons.isEmpty()) {
      reasons.add(
          "choose read=QUORUM&write=QUORUM"
              + (replication.isOfSeveralDataCentres()
                  ? ", or, if every process that opens the store is in the data centre "
                      + dataCentre
                      + ", read=LOCAL_QUORUM&write=LOCAL_QUORUM&serial=LOCAL_SERIAL"
                  : ""));
    }
    return reasons;
  }

  private static void addReason(
      String option, Consistency level, Replication replication, int local, List<String> reasons) {
    int answers = answers(level, replication.all(), local);
    if (!isMajority(answers, replication.all())) {
      reasons.add(
          option
              + "="
              + level
              + " is answered by "
              + answers
              + " of "
              + replication.all()
              + " replicas ("
              + replication
              + "), which is not more than half");
    }
  }

  private static boolean isMajority(int answers, int replicas) {
    return replicas > 0 && 2 * answers > replicas;
  }

  /** Returns how many replicas answer at least, wherever they are. */
  private static int answers(Consistency level, int all, int local) {
    return switch (level) {
      case ONE, LOCAL_ONE -> 1;
      case QUORUM -> majority(all);
      case LOCAL_QUORUM -> majority(local);
      case ALL -> all;
    };
  }

  /** Returns how many replicas of the client's data centre answer at least. */
  private static int answersOf(Consistency level, Replication replication, int local) {
    int elsewhere = replication.all() - local;
    return switch (level) {
      case LOCAL_ONE, LOCAL_QUORUM -> answers(level, replication.all(), local);
      case ONE, QUORUM, ALL -> Math.max(0, answers(level, replication.all(), local) - elsewhere);
    };
  }

  private static int majority(int replicas) {
    return replicas / 2 + 1;
  }
}
