package org.portolan.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.portolan.wiki.WikiModel;

/** Processes of writers, one after the other, each killed in the midst of its work. */
final class ClientKills {
  private static final int EDITS_BEFORE_KILL_MIN = 20;
  private static final int EDITS_BEFORE_KILL_MORE_MAX = 60;
  private static final long DELAY_NANOS_MAX = 20_000_000;

  private ClientKills() {}

  /**
   * What the processes had done when they died.
   *
   * @param unanswered saves whose answer had not come
   */
  record Result(int kills, long acknowledged, long unanswered) {}

  /** Runs and kills the processes; adds what they have left in their ledgers to {@code ledger}. */
  static Result run(
      String uri, WikiModel model, Ledger ledger, int writers, long seed, int rounds) {
    RandomGenerator random = new SplittableRandom(seed);
    long acknowledged = 0;
    long unanswered = 0;
    for (int round = 0; round < rounds; round++) {
      Ledger left = runAndKill(uri, model, writers, seed + round, random);
      acknowledged += left.acknowledgements();
      unanswered += left.saves().size() - left.answers().size();
      ledger.add(left);
    }
    return new Result(rounds, acknowledged, unanswered);
  }

  private static Ledger runAndKill(
      String uri, WikiModel model, int writers, long seed, RandomGenerator random) {
    int edits = EDITS_BEFORE_KILL_MIN + random.nextInt(EDITS_BEFORE_KILL_MORE_MAX);
    try {
      Path file = Files.createTempFile("ledger", ".txt");
      try {
        Process process = WritersProcess.start(uri, model, file, writers, seed);
        try {
          awaitEdits(process, edits);
          long until = System.nanoTime() + random.nextLong(DELAY_NANOS_MAX);
          while (System.nanoTime() < until) {
            Thread.onSpinWait();
          }
        } finally {
          process.destroyForcibly().waitFor();
        }
        return Ledger.read(file);
      } finally {
        Files.delete(file);
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while a client was running", stop);
    }
  }

  /** Reads the line that the process prints for each edit acknowledged. */
  private static void awaitEdits(Process process, int edits) throws IOException {
    CompletableFuture<Void> hang =
        CompletableFuture.runAsync(
            process::destroyForcibly,
            CompletableFuture.delayedExecutor(Observation.HANG.toSeconds(), TimeUnit.SECONDS));
    try (BufferedReader output =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (int edit = 0; edit < edits; edit++) {
        assertThat(output.readLine())
            .as("the client must go on, it had %d of %d edits acknowledged", edit, edits)
            .isNotNull();
      }
    } finally {
      hang.cancel(true);
    }
  }
}
