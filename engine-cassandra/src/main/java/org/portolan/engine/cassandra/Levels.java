package org.portolan.engine.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import java.util.ArrayList;
import java.util.List;
import org.portolan.engine.Consistency;

/**
 * How many replicas answer.
 *
 * @param serial the data centres that decide conditions: all, or only the client's
 */
record Levels(Consistency reads, Consistency writes, ConsistencyLevel serial) {

  ConsistencyLevel read() {
    return DefaultConsistencyLevel.valueOf(reads.name());
  }

  ConsistencyLevel write() {
    return DefaultConsistencyLevel.valueOf(writes.name());
  }

  /** Returns the levels for schemas: a majority, independent of the levels for data. */
  Levels ofSchemas() {
    Consistency majority =
        serial == ConsistencyLevel.SERIAL ? Consistency.QUORUM : Consistency.LOCAL_QUORUM;
    return new Levels(majority, majority, serial);
  }

  /**
   * Returns the reasons why reads may miss acknowledged writes: see {@link
   * org.portolan.engine.Engine#staleReads}.
   *
   * <p>More than half of the replicas must answer each read, and each write. For a single client it
   * would be enough that both numbers together exceed the number of replicas, as with writes at ALL
   * and reads at ONE. But then this client could miss the writes of another client whose levels are
   * enough by themselves. Any two majorities have a replica in common. More than half of one data
   * centre's replicas is enough only if no client is in another data centre; {@code LOCAL_SERIAL}
   * states this.
   *
   * @param dataCentre the client's data centre
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

  /** Returns the least number of replicas that answer, wherever they are. */
  private static int answers(Consistency level, int all, int local) {
    return switch (level) {
      case ONE, LOCAL_ONE -> 1;
      case QUORUM -> majority(all);
      case LOCAL_QUORUM -> majority(local);
      case ALL -> all;
    };
  }

  /** Returns the least number of replicas in the client's data centre that answer. */
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
