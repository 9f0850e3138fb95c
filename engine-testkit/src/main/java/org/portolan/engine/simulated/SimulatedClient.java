package org.portolan.engine.simulated;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/** A process of a simulation. The seed decides which of its calls fail. */
public final class SimulatedClient implements Client {
  private final Scheduler scheduler;
  private final SimulatedProcess process;
  private final Choices choices;
  private final SimulatedCluster.Kind kind;
  private Rates rates;
  private Fault wanted = Fault.NONE;
  private long calls;

  /**
   * How often calls have faults.
   *
   * @param faults the share of calls, from 0 to 1
   * @param kills the share of those faults that may kill
   * @param favoured the only kinds of faults, as far as a call admits one of them; empty for all
   */
  public record Rates(double faults, double kills, Set<Fault> favoured) {
    public static final Rates NONE = new Rates(0, 0, Set.of());
  }

  public SimulatedClient(
      Scheduler scheduler,
      SimulatedProcess process,
      Choices choices,
      SimulatedCluster.Kind kind,
      Rates rates) {
    this.scheduler = scheduler;
    this.process = process;
    this.choices = choices;
    this.kind = kind;
    this.rates = rates;
  }

  /** Goes on with other rates. */
  public void rates(Rates newRates) {
    rates = newRates;
  }

  /** Gives the next write of this client a certain fault. */
  public void wants(Fault fault) {
    wanted = fault;
  }

  @Override
  public Fate next(String what, int mutations, boolean orderless) {
    process.requireAlive();
    String name = process.name() + "#" + ++calls;
    RandomGenerator random = choices.of(name);
    Fault fault = Fault.NONE;
    if (random.nextDouble() < rates.faults() && choices.admits(name)) {
      fault = fault(mutations, orderless, random);
    }
    if (mutations > 0 && wanted != Fault.NONE) {
      fault = wanted;
      wanted = Fault.NONE;
    }
    if (fault != Fault.NONE) {
      scheduler.log().happened(name);
      scheduler.log().met("fault: " + fault);
    }
    scheduler.note(name + " " + what + (fault == Fault.NONE ? "" : "   FAULT " + fault));
    return new Fate(fault, random);
  }

  private Fault fault(int mutations, boolean orderless, RandomGenerator random) {
    boolean mayKill = random.nextDouble() < rates.kills();
    List<Fault> all = new ArrayList<>(Arrays.asList(Fault.values()));
    all.removeIf(
        each ->
            (mutations == 0 && !each.ofReads)
                || (!orderless && each.orderlessOnly)
                || (each.kills() && !mayKill)
                || each == Fault.KILLED_LATE
                || (kind == SimulatedCluster.Kind.EMBEDDED && !each.ofProcess())
                || (each == Fault.HALF_WAY && kind == SimulatedCluster.Kind.ROWS)
                || (each.repeats() && kind == SimulatedCluster.Kind.STORE)
                || (mutations < 2
                    && (each == Fault.PART_UNAVAILABLE
                        || each == Fault.PART_DONE
                        || each == Fault.KILLED_PART)));
    if (mutations > 0) {
      // Faults that leave a write half done matter most.
      List<Fault> more = all.stream().filter(each -> each.kills() || !each.ofReads).toList();
      all.addAll(more);
      if (orderless) {
        all.addAll(List.of(Fault.LATE, Fault.LATE));
      }
    }
    if (!rates.favoured().isEmpty()) {
      all.retainAll(rates.favoured());
    }
    return all.isEmpty() ? Fault.NONE : all.get(random.nextInt(all.size()));
  }

  @Override
  public void pass(long nanos) {
    scheduler.pass(nanos);
  }

  @Override
  public void done(Fate fate, String answer) {
    scheduler.note("   = " + answer);
  }

  @Override
  public boolean cutOff() {
    return process.cutOff();
  }

  @Override
  public boolean alive() {
    return !process.killed();
  }

  @Override
  public void kill() {
    scheduler.note("   dies");
    process.kill();
    process.requireAlive();
  }
}
