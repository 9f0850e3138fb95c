package org.portolan.bench.hostile;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.portolan.bench.api.Spelled;
import org.portolan.bench.hostile.attack.HostileKind;
import org.portolan.bench.hostile.attack.HostileProgram;
import org.portolan.bench.hostile.attack.Tally;
import org.portolan.bench.system.ChildProcess;

/** The hostile clients as seen from here: what they did when, and what they got. */
final class Attacks implements AutoCloseable {
  /**
   * Hostile clients have machines of their own. On this one their hundreds of threads would take
   * the processors from the server's, which no client can do.
   */
  private static final List<String> NICE = List.of("nice", "-n", "10");

  private static final List<String> JAVA = List.of("-XX:+UseSerialGC", "-Xmx1g");

  private final ChildProcess program;
  private final Seen seen;
  private final Map<HostileKind, Tally> tallies = new EnumMap<>(HostileKind.class);
  private final List<Done> done = new ArrayList<>();

  /** A phase and its time, in seconds since the beginning. */
  record Done(Phase phase, double from, double until) {
    boolean holds(double second) {
      return second >= from && second < until;
    }
  }

  Attacks(int port, int pages, long seed, Seen seen) {
    this.seen = seen;
    List<String> command = new ArrayList<>(NICE);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(JAVA);
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), HostileProgram.class.getName()));
    command.addAll(List.of(Integer.toString(port), Integer.toString(pages), Long.toString(seed)));
    program = ChildProcess.start(command);
    program.await(HostileProgram.READY);
  }

  /** Attacks for a time, and until the last attack has ended. */
  void run(Phase phase, long millis) {
    double from = seen.second(System.nanoTime());
    program.send(phase.order(millis));
    for (int kind = 0; kind < phase.kinds().size(); kind++) {
      String[] got = program.await(HostileProgram.GOT).split(" ", 2);
      tallies
          .computeIfAbsent(Spelled.of(HostileKind.class, got[0]), any -> new Tally())
          .addEncoded(got[1]);
    }
    program.await(HostileProgram.DONE);
    done.add(new Done(phase, from, seen.second(System.nanoTime())));
  }

  List<Done> done() {
    return List.copyOf(done);
  }

  Map<HostileKind, Tally> tallies() {
    return tallies;
  }

  @Override
  public void close() {
    program.close();
  }
}
