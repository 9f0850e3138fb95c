package org.portolan.cli;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import org.portolan.data.EvolveOptions;
import org.portolan.design.explain.About;

/**
 * Tells from time to time how far work of several steps is, how fast it goes, and how long the step
 * still takes. Used by one thread.
 */
final class StepProgress implements EvolveOptions.Progress {
  private static final long LINE_EVERY_NANOS = 2_000_000_000L;

  private final String task;
  private final Map<String, Long> numbers;
  private final PrintWriter err;
  private long lineNanos = System.nanoTime();
  private long lastNanos = lineNanos;
  private String step = "";

  /** When the step began: after the last report of the one before. */
  private long stepNanos;

  /** What of the step was done when it was told for the first time, by an earlier run. */
  private long doneBefore;

  /**
   * @param numbers about how many there are, of steps that do not tell it
   */
  StepProgress(String task, Map<String, Long> numbers, PrintWriter err) {
    this.task = task;
    this.numbers = Map.copyOf(numbers);
    this.err = err;
  }

  @Override
  public void at(String newStep, long done) {
    Long number = numbers.get(newStep);
    tell(newStep, done, number == null ? OptionalLong.empty() : OptionalLong.of(number));
  }

  @Override
  public void at(String newStep, long done, long expected) {
    tell(newStep, done, OptionalLong.of(expected));
  }

  private void tell(String newStep, long done, OptionalLong expected) {
    long now = System.nanoTime();
    if (!newStep.equals(step)) {
      step = newStep;
      stepNanos = lastNanos;
      doneBefore = now - lastNanos < LINE_EVERY_NANOS ? done : 0;
    }
    lastNanos = now;
    if (now - lineNanos >= LINE_EVERY_NANOS) {
      lineNanos = now;
      err.println(
          line(task, step, done, expected, (done - doneBefore) / ((now - stepNanos) / 1e9)));
      err.flush();
    }
  }

  /**
   * Returns the line.
   *
   * @param perSecond 0 if nothing is known
   */
  static String line(String task, String step, long done, OptionalLong expected, double perSecond) {
    boolean known = expected.isPresent() && done <= expected.getAsLong();
    String line =
        task
            + ": "
            + done
            + (known ? " of " + expected.getAsLong() : "")
            + " "
            + step
            + (perSecond > 0 ? String.format(Locale.ROOT, ", %.0f a second", perSecond) : "");
    return known && perSecond > 0
        ? line + ", about " + About.time((expected.getAsLong() - done) / perSecond) + " left"
        : line;
  }
}
