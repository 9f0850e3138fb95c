package org.portolan.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Processes that are held by {@code SIGSTOP}: their connections stay open and their clocks go on,
 * but their threads do nothing until a {@code SIGCONT}. They are released when this object is
 * closed, and when this JVM ends.
 */
final class Held implements AutoCloseable {
  private static final Duration STOP_MAX = Duration.ofSeconds(10);

  private final List<ProcessHandle> processes;
  private final long since = System.nanoTime();
  private final Thread onExit = new Thread(() -> signal("CONT"), "let go what is held");
  private boolean isHeld = true;

  private Held(List<ProcessHandle> processes) {
    this.processes = processes;
  }

  /** Holds processes and returns when all of them have stopped. */
  static Held of(List<ProcessHandle> processes) {
    Held held = new Held(processes);
    Runtime.getRuntime().addShutdownHook(held.onExit);
    try {
      held.signal("STOP");
      for (ProcessHandle process : processes) {
        held.awaitStopped(process);
      }
      return held;
    } catch (RuntimeException | Error failure) {
      held.close();
      throw failure;
    }
  }

  private void awaitStopped(ProcessHandle process) {
    long end = System.nanoTime() + STOP_MAX.toNanos();
    while (state(process) != 'T') {
      assertThat(System.nanoTime())
          .as("process %d does not stop, its state is %s", process.pid(), state(process))
          .isLessThan(end);
      pause(Duration.ofMillis(1));
    }
  }

  private static char state(ProcessHandle process) {
    try {
      String stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
      // The name in parentheses may contain any characters.
      return stat.charAt(stat.lastIndexOf(')') + 2);
    } catch (IOException dead) {
      throw new UncheckedIOException("process " + process.pid() + " is not there", dead);
    }
  }

  /** Returns how long the processes have been held. */
  Duration time() {
    return Duration.ofNanos(System.nanoTime() - since);
  }

  /** Waits until the processes have been held for this time. */
  void awaitTime(Duration time) {
    pause(time.minus(time()));
  }

  static void pause(Duration time) {
    try {
      TimeUnit.NANOSECONDS.sleep(time.toNanos());
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while processes were held", stop);
    }
  }

  private void signal(String name) {
    for (ProcessHandle process : processes) {
      try {
        if (process.isAlive()) {
          // Every shell has its own kill; the program of that name may be missing.
          new ProcessBuilder("sh", "-c", "kill -" + name + " " + process.pid())
              .inheritIO()
              .start()
              .waitFor();
        }
      } catch (IOException failure) {
        throw new UncheckedIOException("cannot signal process " + process.pid(), failure);
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
        throw new AssertionError("interrupted while processes were signalled", stop);
      }
    }
  }

  @Override
  public void close() {
    if (isHeld) {
      isHeld = false;
      signal("CONT");
      Runtime.getRuntime().removeShutdownHook(onExit);
    }
  }
}
