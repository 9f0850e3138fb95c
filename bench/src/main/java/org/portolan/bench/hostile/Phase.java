package org.portolan.bench.hostile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.portolan.bench.api.Spelled;
import org.portolan.bench.hostile.attack.HostileKind;
import org.portolan.bench.hostile.attack.HostileProgram;

/**
 * What attacks at a time, and from which addresses: each address is one client for the server.
 *
 * @param name the only kind, or how all attack together
 * @param address that of all, or {@link HostileProgram#OWN}
 */
record Phase(String name, List<HostileKind> kinds, String address) {
  private static final String ONE_OTHER = "127.0.0.200";

  /** The phases that a round may consist of. */
  enum Choice implements Spelled {
    /** All others. */
    ALL,
    /** Each kind alone. */
    ALONE,
    /** All kinds from one other address. */
    ONE_ADDRESS,
    /** All kinds at once, each from a different address. */
    MANY_ADDRESSES,
    /** All kinds from the honest clients' address. */
    READERS_ADDRESS;

    private boolean holds(Choice other) {
      return this == ALL || this == other;
    }
  }

  Phase {
    kinds = List.copyOf(kinds);
  }

  /** Returns whether hostile and honest clients have one address, so that limits join them. */
  boolean shared() {
    return address.equals(HonestClient.ADDRESS);
  }

  /**
   * Returns every chosen phase once, in an order by chance: each kind alone from another address
   * than the honest clients', and then all of them at once from one other address, each from its
   * own, and all from the honest clients' address.
   */
  static List<Phase> round(List<HostileKind> kinds, Choice choice, Random random) {
    List<Phase> phases = new ArrayList<>();
    if (choice.holds(Choice.ALONE)) {
      for (HostileKind kind : kinds) {
        phases.add(new Phase(kind.spelling(), List.of(kind), HostileProgram.OWN));
      }
    }
    if (choice.holds(Choice.ONE_ADDRESS)) {
      phases.add(new Phase("all from one address", kinds, ONE_OTHER));
    }
    if (choice.holds(Choice.MANY_ADDRESSES)) {
      phases.add(new Phase("all from many addresses", kinds, HostileProgram.OWN));
    }
    if (choice.holds(Choice.READERS_ADDRESS)) {
      phases.add(new Phase("all from the reader's address", kinds, HonestClient.ADDRESS));
    }
    Collections.shuffle(phases, random);
    return phases;
  }

  /** Returns the line that makes the hostile program attack. */
  String order(long millis) {
    StringBuilder line = new StringBuilder(millis + " " + address);
    kinds.forEach(kind -> line.append(' ').append(kind.spelling()));
    return line.toString();
  }

  static List<HostileKind> all() {
    return Arrays.asList(HostileKind.values());
  }
}
