package org.portolan.follow;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.portolan.migrate.MigrateException;

/** The user's command that stops the writers, run by a shell. */
final class StopHook {
  private static final long POLL_MILLIS = 100;
  private static final long END_SECONDS_MAX = 5;

  private final String command;
  private final Duration timeMax;

  /**
   * @param timeMax after which the command is ended, with what it has started
   */
  StopHook(String command, Duration timeMax) {
    this.command = command;
    this.timeMax = timeMax;
  }

  /**
   * Runs the command, with the environment, the directory and the streams of this process.
   *
   * @param stopping whether to end it
   * @return false if it was ended because of {@code stopping}
   * @throws MigrateException if it does not end in time, or not with status 0
   */
  boolean run(BooleanSupplier stopping) {
    try {
      Process process = new ProcessBuilder("/bin/sh", "-c", command).inheritIO().start();
      long endNanos = System.nanoTime() + timeMax.toNanos();
      while (!process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
        if (stopping.getAsBoolean()) {
          end(process);
          return false;
        }
        if (System.nanoTime() - endNanos >= 0) {
          end(process);
          throw failed("did not end in " + timeMax.toSeconds() + " s, and was killed");
        }
      }
      if (stopping.getAsBoolean()) {
        return false;
      }
      if (process.exitValue() != 0) {
        throw failed("ended with status " + process.exitValue());
      }
      return true;
    } catch (IOException e) {
      throw new MigrateException("cannot run the hook '" + command + "': " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MigrateException("interrupted while the hook '" + command + "' ran", e);
    }
  }

  private MigrateException failed(String how) {
    return new MigrateException(
        "cannot cut over: the hook '"
            + command
            + "' "
            + how
            + "; nothing was switched, and nothing lets writers go on that it has stopped: see to"
            + " them, and continue with --resume --follow");
  }

  private static void end(Process process) throws InterruptedException {
    List<ProcessHandle> all =
        Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
    all.forEach(ProcessHandle::destroy);
    if (!process.waitFor(END_SECONDS_MAX, TimeUnit.SECONDS)
        || all.stream().anyMatch(ProcessHandle::isAlive)) {
      all.forEach(ProcessHandle::destroyForcibly);
    }
  }
}
