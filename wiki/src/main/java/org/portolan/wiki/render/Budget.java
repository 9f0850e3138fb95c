package org.portolan.wiki.render;

import java.util.Optional;

/**
 * The remaining resources of one rendering. Once overdrawn, the budget stays overdrawn: the parser
 * catches every exception and error itself, so the budget cannot stop it by throwing. Instead it
 * refuses each further request for depth, text or output.
 */
final class Budget {
  private final RenderLimits limits;
  private final long deadlineNanos;
  private final long thread = Thread.currentThread().getId();
  private final long processorNanosMin;
  private int expansions;
  private long templateChars;
  private int headings;
  private Optional<String> overdrawn = Optional.empty();
  private boolean starved;

  /** Makes the budget of a rendering that begins now, in this thread. */
  Budget(RenderLimits limits) {
    this.limits = limits;
    this.deadlineNanos = System.nanoTime() + limits.time().toNanos();
    this.processorNanosMin = ProcessorTime.nanos(thread) + limits.time().toNanos() / 2;
  }

  /** Begins again with the same text: counts restart, the time goes on. */
  void again() {
    expansions = 0;
    templateChars = 0;
    headings = 0;
  }

  /** Returns whether a template of this length may be expanded, and counts it. */
  boolean expand(int chars) {
    expansions++;
    templateChars += chars;
    if (expansions > limits.expansionsMax()) {
      overdraw("it includes more than " + limits.expansionsMax() + " templates");
    } else if (templateChars > limits.templateCharsMax()) {
      overdraw("its templates hold more than " + limits.templateCharsMax() + " characters");
    }
    return inTime();
  }

  /** Returns whether another level of nesting may be entered. */
  boolean descend(int depth) {
    if (depth > limits.depthMax()) {
      overdraw("it is nested deeper than " + limits.depthMax() + " levels");
    }
    return inTime();
  }

  /** Returns whether the output may have this length. */
  boolean output(long chars) {
    if (chars > limits.htmlCharsMax()) {
      overdraw("its HTML is longer than " + limits.htmlCharsMax() + " characters");
    }
    return inTime();
  }

  /**
   * Returns whether another heading may follow. The parser compares the name of each heading with
   * all before it.
   */
  boolean heading() {
    headings++;
    if (headings > limits.headingsMax()) {
      overdraw("it has more than " + limits.headingsMax() + " headings");
    }
    return inTime();
  }

  private boolean inTime() {
    if (overdrawn.isEmpty() && System.nanoTime() - deadlineNanos > 0) {
      starved = ProcessorTime.nanos(thread) < processorNanosMin;
      overdraw("it takes longer than " + limits.time().toMillis() + " ms");
    }
    return overdrawn.isEmpty();
  }

  void overdraw(String reason) {
    if (overdrawn.isEmpty()) {
      overdrawn = Optional.of(reason);
    }
  }

  Optional<String> overdrawn() {
    return overdrawn;
  }

  /**
   * Returns whether the time ran out although the rendering got less than half a processor: then
   * the machine was too busy, and the text may be harmless.
   */
  boolean starved() {
    return starved;
  }
}
