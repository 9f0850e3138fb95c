package org.portolan.data.survival;

import org.portolan.engine.fixture.Fault;

/** Counts the plans, steps, interruptions and kills of a proof. */
final class Figures {
  private long plans;
  private long steps;
  private long interruptions;
  private long kills;

  void planned(int calls) {
    plans++;
    steps += calls;
  }

  void interrupted(Fault fault) {
    interruptions++;
    kills += fault.answer() == Fault.Answer.KILLED ? 1 : 0;
  }

  long kills() {
    return kills;
  }

  @Override
  public String toString() {
    return "plans="
        + plans
        + " steps="
        + steps
        + " interruptions="
        + interruptions
        + " kills="
        + kills;
  }
}
