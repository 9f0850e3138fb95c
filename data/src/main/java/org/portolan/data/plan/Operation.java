package org.portolan.data.plan;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.portolan.data.plan.Trip.Phase;

/**
 * A single write or read, in no transaction with others and with nothing read before.
 *
 * @param name the name of the operation: {@code put of a new row}
 * @param subject its object: {@code page}, {@code page.history}, an index or a counter
 * @param trips its round trips, in their order
 * @param refusal why the engine cannot do it; empty if it can
 */
public record Operation(String name, String subject, List<Trip> trips, Optional<String> refusal) {
  private static final Set<Phase> WRITES = Set.of(Phase.COMMIT, Phase.APPLY);

  public Operation {
    trips = List.copyOf(trips);
  }

  /** Returns the round trips for which the caller waits. */
  public long roundTrips(Amounts amounts) {
    return trips.stream()
        .filter(trip -> trip.phase() != Phase.BACKGROUND)
        .mapToLong(trip -> trip.count(amounts))
        .sum();
  }

  /** Returns the round trips of a phase. */
  public long roundTrips(Phase phase, Amounts amounts) {
    return trips.stream()
        .filter(trip -> trip.phase() == phase)
        .mapToLong(trip -> trip.count(amounts))
        .sum();
  }

  public long keysRead(Amounts amounts) {
    return keys(Set.of(Phase.READ), amounts);
  }

  /** Returns the rows that are written before the caller goes on. */
  public long keysWritten(Amounts amounts) {
    return keys(WRITES, amounts);
  }

  private long keys(Set<Phase> phases, Amounts amounts) {
    return trips.stream()
        .filter(trip -> phases.contains(trip.phase()))
        .mapToLong(trip -> trip.keys(amounts))
        .sum();
  }
}
