package org.portolan.wikitext.limit;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * What is left of the {@link TextLimits} of one text. Whoever loops over a text asks for {@link
 * #step} now and then, so that the work ends soon after its time, or after its thread was
 * interrupted. Used by one thread, the one that made it.
 */
public final class Allowance {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  /** A look at the clock costs about as much as this many steps. */
  private static final int STEPS_PER_LOOK = 64;

  private final TextLimits limits;
  private final long endNanos;
  private final long processorNanosMin;
  private int stepsUntilLook = STEPS_PER_LOOK;
  private int expansions;
  private long expandedChars;
  private int reads;

  /** Makes the allowance of work that begins now, in this thread. */
  public Allowance(TextLimits limits) {
    this.limits = limits;
    this.endNanos = System.nanoTime() + limits.time().toNanos();
    this.processorNanosMin = THREADS.getCurrentThreadCpuTime() + limits.time().toNanos() / 2;
  }

  public TextLimits limits() {
    return limits;
  }

  /**
   * Counts a small amount of work: a tag, a line, a template.
   *
   * @throws TextLimitException if the time is up, or this thread is interrupted (it stays so)
   */
  public void step() {
    if (--stepsUntilLook <= 0) {
      look();
    }
  }

  private void look() {
    stepsUntilLook = STEPS_PER_LOOK;
    if (System.nanoTime() - endNanos > 0) {
      throw new TextLimitException(
          TextLimit.TIME,
          limits.time().toMillis(),
          THREADS.getCurrentThreadCpuTime() < processorNanosMin);
    }
    if (Thread.currentThread().isInterrupted()) {
      throw new TextLimitException(TextLimit.INTERRUPTED, 0, true);
    }
  }

  /**
   * Forgets the expansions so far: an expansion begins again, since pages were read that it lacked.
   * What it may take in time and reads is the same for all its beginnings.
   */
  public void expandAgain() {
    step();
    expansions = 0;
    expandedChars = 0;
  }

  /** Counts the expansion of a template, an argument or a function. */
  public void expansion() {
    step();
    if (++expansions > limits.expansionsMax()) {
      throw refused(TextLimit.EXPANSIONS, limits.expansionsMax());
    }
  }

  /** Counts the text that an expansion results in, in UTF-16 units. */
  public void expanded(int chars) {
    expandedChars += chars;
    if (expandedChars > limits.expandedCharsMax()) {
      throw refused(TextLimit.EXPANDED, limits.expandedCharsMax());
    }
  }

  /** Asks for a level of nesting. */
  public void depth(int depth) {
    step();
    if (depth > limits.depthMax()) {
      throw refused(TextLimit.DEPTH, limits.depthMax());
    }
  }

  /** Counts a batched read of other pages. */
  public void read() {
    step();
    if (++reads > limits.readsMax()) {
      throw refused(TextLimit.READS, limits.readsMax());
    }
  }

  /** Asks for HTML of this length, in UTF-16 units. */
  public void html(long chars) {
    step();
    if (chars > limits.htmlCharsMax()) {
      throw refused(TextLimit.HTML, limits.htmlCharsMax());
    }
  }

  /** Returns the refusal of a limit that only the caller knows. */
  public static TextLimitException refused(TextLimit limit, long most) {
    return new TextLimitException(limit, most, false);
  }

  /** Returns the end of work that had too little of the machine, so that it may end otherwise. */
  public static TextLimitException starved(TextLimit limit, long most) {
    return new TextLimitException(limit, most, true);
  }
}
