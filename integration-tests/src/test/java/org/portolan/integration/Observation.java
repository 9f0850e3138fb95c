package org.portolan.integration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The view of writers on a store while servers die and come back. Thread-safe. */
final class Observation implements Observer {
  /** Far beyond every timeout of every engine: a caller that waits longer hangs. */
  static final Duration HANG = Duration.ofSeconds(100);

  /** Several JVMs that start at once on a busy machine compile and load classes for a minute. */
  private static final Duration START_MAX = Duration.ofMinutes(5);

  /** After a split, TCP resends lost packets after up to two minutes. */
  private static final Duration BACK_MAX = HANG.plusMinutes(2);

  /** The phase of a test. */
  enum Phase {
    BEFORE,
    DURING,
    AFTER
  }

  private static final int UNTYPED_KEPT = 3;

  private final long[] acknowledgedByWriter;
  private final Map<Phase, Long> acknowledged = new EnumMap<>(Phase.class);
  private final Map<Trouble, Long> troubles = new EnumMap<>(Trouble.class);
  private final Map<Trouble, String> examples = new EnumMap<>(Trouble.class);
  private final List<String> untyped = new ArrayList<>();
  private Phase phase = Phase.BEFORE;
  private long longestCallNanos;
  private long longestSilenceNanos;
  private long lastAcknowledgement = System.nanoTime();

  Observation(int writers) {
    this.acknowledgedByWriter = new long[writers];
    for (Phase each : Phase.values()) {
      acknowledged.put(each, 0L);
    }
  }

  /** Begins the next phase. */
  synchronized void phase(Phase next) {
    phase = next;
  }

  @Override
  public synchronized void acknowledged(int writer) {
    acknowledgedByWriter[writer]++;
    acknowledged.merge(phase, 1L, Long::sum);
    endSilence();
    notifyAll();
  }

  private void endSilence() {
    long now = System.nanoTime();
    longestSilenceNanos = Math.max(longestSilenceNanos, now - lastAcknowledgement);
    lastAcknowledgement = now;
  }

  /** Forgets the time before the first acknowledgement, in which caches fill and classes load. */
  synchronized void beginTiming() {
    lastAcknowledgement = System.nanoTime();
    longestSilenceNanos = 0;
    longestCallNanos = 0;
  }

  @Override
  public synchronized void called(long nanoseconds) {
    longestCallNanos = Math.max(longestCallNanos, nanoseconds);
  }

  @Override
  public void failed(Throwable failure) {
    failed(Trouble.of(failure), String.valueOf(failure.getMessage()), stackTrace(failure));
  }

  /** A call of another process failed. */
  synchronized void failed(Trouble trouble, String message, String details) {
    troubles.merge(trouble, 1L, Long::sum);
    examples.putIfAbsent(trouble, message);
    if (trouble == Trouble.UNTYPED && untyped.size() < UNTYPED_KEPT) {
      untyped.add(details);
    }
    notifyAll();
  }

  synchronized long acknowledged(Phase in) {
    return acknowledged.get(in);
  }

  synchronized long[] acknowledgedByWriter() {
    return acknowledgedByWriter.clone();
  }

  synchronized long troubles(Trouble trouble) {
    return troubles.getOrDefault(trouble, 0L);
  }

  synchronized long troubles() {
    return troubles.values().stream().mapToLong(Long::longValue).sum();
  }

  synchronized Duration longestCall() {
    return Duration.ofNanos(longestCallNanos);
  }

  /** Returns the longest time in which no writer had an acknowledgement. */
  synchronized Duration longestSilence() {
    return Duration.ofNanos(longestSilenceNanos);
  }

  /** Returns the failures by type, for a table. */
  synchronized String troubleSummary() {
    return troubles.isEmpty()
        ? "none"
        : troubles.entrySet().stream()
            .map(
                entry ->
                    entry.getValue()
                        + " "
                        + entry.getKey().name().toLowerCase(Locale.ROOT).replace('_', ' '))
            .collect(Collectors.joining(", "));
  }

  /** Returns an example message for each type of failure. */
  synchronized Map<Trouble, String> examples() {
    return Map.copyOf(examples);
  }

  /** Waits until each writer has had {@code more} further acknowledgements. */
  void awaitOfEachWriter(int more, String when) {
    awaitOfEachWriter(HANG, more, when);
  }

  /** Like {@link #awaitOfEachWriter}, for writers that were cut off from all servers until now. */
  void awaitBack(int more, String when) {
    awaitOfEachWriter(BACK_MAX, more, when);
  }

  private void awaitOfEachWriter(Duration max, int more, String when) {
    long[] before = acknowledgedByWriter();
    await(
        max,
        () -> {
          for (int writer = 0; writer < before.length; writer++) {
            if (acknowledgedByWriter[writer] < before[writer] + more) {
              return false;
            }
          }
          return true;
        },
        () ->
            when
                + ": not every writer has gone on; acknowledged before "
                + Arrays.toString(before)
                + ", now "
                + Arrays.toString(acknowledgedByWriter())
                + ", failures "
                + troubleSummary()
                + " "
                + examples());
  }

  /** Waits until each writer of processes that were just started has had an acknowledgement. */
  void awaitStarted() {
    await(
        START_MAX,
        () -> Arrays.stream(acknowledgedByWriter).allMatch(edits -> edits > 0),
        () ->
            "not every writer begins; acknowledged "
                + Arrays.toString(acknowledgedByWriter())
                + ", failures "
                + troubleSummary()
                + " "
                + examples());
  }

  /** Waits until {@code edits} edits have been acknowledged in all. */
  void awaitInAll(int edits, String when) {
    await(
        () -> Arrays.stream(acknowledgedByWriter).sum() >= edits,
        () -> when + ": writers do not go on; failures " + troubleSummary() + " " + examples());
  }

  /** Waits until {@code more} edits have been acknowledged in a phase beyond an earlier number. */
  void awaitMore(int more, long than, Phase in) {
    await(
        () -> acknowledged(in) >= than + more,
        () -> "writers do not go on; failures " + troubleSummary() + " " + examples());
  }

  /** Waits until there are {@code more} further failures. */
  void awaitTroubles(int more, String when) {
    long before = troubles();
    await(() -> troubles() >= before + more, () -> when + ": writes do not fail");
  }

  /**
   * Waits for further failures, and fails if an edit is acknowledged meanwhile that was requested
   * after the first of them.
   */
  void assertRefusals(int more, String when) {
    awaitTroubles(1, when);
    long acknowledgedBefore = Arrays.stream(acknowledgedByWriter()).sum();
    awaitTroubles(more, when);
    assertThat(Arrays.stream(acknowledgedByWriter()).sum() - acknowledgedBefore)
        .as(when + ": edits acknowledged, beyond those under way")
        .isLessThan(acknowledgedByWriter.length);
  }

  private void await(BooleanSupplier isDone, Supplier<String> complaint) {
    await(HANG, isDone, complaint);
  }

  private synchronized void await(
      Duration max, BooleanSupplier isDone, Supplier<String> complaint) {
    long end = System.nanoTime() + max.toNanos();
    while (!isDone.getAsBoolean()) {
      long leftMs = (end - System.nanoTime()) / 1_000_000;
      assertTroublesAreTyped();
      if (leftMs <= 0) {
        throw new AssertionError(complaint.get());
      }
      try {
        wait(leftMs);
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
        throw new AssertionError("interrupted while waiting; " + complaint.get(), stop);
      }
    }
  }

  /** Fails if a call failed with a type that the contract does not name. */
  synchronized void assertTroublesAreTyped() {
    assertThat(untyped)
        .as("failures of other types than UnavailableException, OutcomeUnknownException and so on")
        .isEmpty();
  }

  static String stackTrace(Throwable failure) {
    StringWriter text = new StringWriter();
    failure.printStackTrace(new PrintWriter(text));
    return text.toString();
  }
}
