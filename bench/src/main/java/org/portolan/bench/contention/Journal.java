package org.portolan.bench.contention;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.system.ClientProcesses;

/** What all processes of writers said. Thread-safe. */
final class Journal implements ClientProcesses.Listener {
  private static final int MESSAGES_MAX = 20;

  private final List<OneEdit> edits = new ArrayList<>();

  /** By the name of the thread that hears a place; a replaced process begins at 0 again. */
  private final Map<Thread, WriterCounts> running = new HashMap<>();

  private WriterCounts ended = WriterCounts.NONE;
  private final List<String> messages = new ArrayList<>();
  private int ready;
  private Optional<BenchmarkFailedException> broken = Optional.empty();

  @Override
  public synchronized void line(String line) {
    if (line.startsWith(WriterProgram.EDIT)) {
      edits.add(OneEdit.parse(line.substring(WriterProgram.EDIT.length())));
    } else if (line.startsWith(WriterProgram.COUNTS)) {
      running.put(
          Thread.currentThread(),
          WriterCounts.parse(line.substring(WriterProgram.COUNTS.length())));
    } else if (line.startsWith(WriterProgram.FAILED)) {
      message("an edit failed: " + line.substring(WriterProgram.FAILED.length()));
    } else if (line.equals(WriterProgram.READY)) {
      ready++;
      WriterCounts before = running.remove(Thread.currentThread());
      ended = before == null ? ended : ended.plus(before);
      notifyAll();
    }
  }

  @Override
  public synchronized void trouble(String message) {
    message(message);
    broken = Optional.of(new BenchmarkFailedException(message));
    notifyAll();
  }

  @Override
  public synchronized void broken(String why, RuntimeException cause) {
    broken = Optional.of(new BenchmarkFailedException(why, cause));
    notifyAll();
  }

  private void message(String message) {
    if (messages.size() < MESSAGES_MAX) {
      messages.add(message);
    }
  }

  /**
   * Waits until a number of processes have begun to edit.
   *
   * @throws BenchmarkFailedException if a process ended by itself
   */
  synchronized void awaitReady(int count) {
    try {
      while (ready < count) {
        requireUnbroken();
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchmarkFailedException("the start of the writers was interrupted", e);
    }
  }

  /**
   * Checks that no process ended by itself.
   *
   * @throws BenchmarkFailedException if one did
   */
  synchronized void requireUnbroken() {
    broken.ifPresent(
        failure -> {
          throw failure;
        });
  }

  synchronized List<OneEdit> edits() {
    return List.copyOf(edits);
  }

  /** Returns the counts of all processes so far; those of a killed one are a moment old. */
  synchronized WriterCounts counts() {
    Collection<WriterCounts> now = running.values();
    return now.stream().reduce(ended, WriterCounts::plus);
  }

  synchronized List<String> messages() {
    return List.copyOf(messages);
  }
}
