package org.portolan.integration;

import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.portolan.wiki.WikiModel;

/** Processes of writers, one after the other; each is killed during its work. */
final class ClientKills {
  private static final int EDITS_BEFORE_KILL_MIN = 20;
  private static final int EDITS_BEFORE_KILL_MORE_MAX = 60;
  private static final long DELAY_NANOS_MAX = 20_000_000;

  private ClientKills() {}

  /**
   * The work of the processes until their deaths.
   *
   * @param unanswered saves that had no answer yet
   */
  record Result(int kills, long acknowledged, long unanswered) {}

  /** Runs and kills the processes; adds the content of their ledgers to {@code ledger}. */
  static Result run(
      String uri, WikiModel model, Ledger ledger, int writers, long seed, int rounds) {
    RandomGenerator random = new SplittableRandom(seed);
    long acknowledged = 0;
    long unanswered = 0;
    for (int round = 0; round < rounds; round++) {
      ClientProcess.Work work =
          new ClientProcess.Work(uri, model, 0, writers, seed + round, ClientProcess.Setting.USUAL);
      Ledger left = runAndKill(work, random);
      acknowledged += left.acknowledgements();
      unanswered += left.unanswered();
      ledger.add(left);
    }
    return new Result(rounds, acknowledged, unanswered);
  }

  private static Ledger runAndKill(ClientProcess.Work work, RandomGenerator random) {
    int edits = EDITS_BEFORE_KILL_MIN + random.nextInt(EDITS_BEFORE_KILL_MORE_MAX);
    Observation seen = new Observation(work.writers());
    try (ClientProcess client = ClientProcess.start(work, 0, seen)) {
      seen.awaitInAll(edits, "before a client is killed");
      long until = System.nanoTime() + random.nextLong(DELAY_NANOS_MAX);
      while (System.nanoTime() < until) {
        Thread.onSpinWait();
      }
      return client.end();
    }
  }
}
