package org.portolan.data.survival;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.portolan.engine.fixture.Call;
import org.portolan.engine.fixture.Fault;

/**
 * How much is tried at each call: everything, or a random part if a store answers over a network
 * and there is no time for everything.
 *
 * @param faultsMax the largest number of faults at a call; the first of them is a kill
 * @param choicesMax the largest number of ways to go on after each fault
 * @param callsMax the largest number of calls of one write, or of one kind of upkeep
 * @param writesMax the largest number of kinds of writes of one design
 * @param unfinishedMax the largest number of kinds of writes whose unfinished work is interrupted
 *     too
 */
public record Thoroughness(
    int faultsMax, int choicesMax, int callsMax, int writesMax, int unfinishedMax) {
  static final Thoroughness ALL = everyCall(Integer.MAX_VALUE, Integer.MAX_VALUE);

  /** Every fault at every call, and one way to go on after each. */
  static final Thoroughness EVERY_FAULT = everyCall(Integer.MAX_VALUE, 1);

  private static final int SUBSETS_MAX = 6;

  /** Returns that every call of every kind of work is interrupted. */
  public static Thoroughness everyCall(int faultsMax, int choicesMax) {
    return new Thoroughness(
        faultsMax, choicesMax, Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE);
  }

  /** Returns the faults to try at a call. */
  List<Fault> faults(Call call, Random random) {
    List<Fault> all = Fault.every(call, SUBSETS_MAX, random);
    if (all.size() <= faultsMax) {
      return all;
    }
    List<Fault> mixed = new ArrayList<>(all);
    Collections.shuffle(mixed, random);
    Fault kill =
        mixed.stream().filter(fault -> fault.answer() == Fault.Answer.KILLED).findFirst().get();
    mixed.remove(kill);
    mixed.add(0, kill);
    return mixed.subList(0, faultsMax);
  }

  /** Returns some of several ways to go on. */
  <T> List<T> some(List<T> all, Random random) {
    return some(all, choicesMax, random);
  }

  /** Returns the calls of a write, or of one kind of upkeep, to interrupt. */
  List<Call> calls(List<Call> all, Random random) {
    return some(all, callsMax, random);
  }

  /** Returns the writes to interrupt, of all kinds of writes of a design. */
  List<Plan> writes(List<Plan> all, Random random) {
    return some(all, writesMax, random);
  }

  /** Returns the writes whose unfinished work is to be interrupted, of all that there are. */
  List<Plan> unfinished(List<Plan> all, Random random) {
    return some(all, unfinishedMax, random);
  }

  private static <T> List<T> some(List<T> all, int max, Random random) {
    if (all.size() <= max) {
      return all;
    }
    List<T> mixed = new ArrayList<>(all);
    Collections.shuffle(mixed, random);
    return mixed.subList(0, max);
  }
}
