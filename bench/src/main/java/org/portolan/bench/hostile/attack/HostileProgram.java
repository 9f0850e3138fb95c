package org.portolan.bench.hostile.attack;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.portolan.bench.api.Spelled;

/**
 * All hostile clients, in a separate process.
 *
 * <p>Arguments: the server's port, the number of pages of its synthetic wiki, a seed. Each line of
 * input, {@code milliseconds address kind kind ...}, makes the kinds attack for that time, from
 * that address or, with {@value #OWN}, each from its own; it is answered with a line {@code got
 * kind tally} for each of them and then {@value #DONE}.
 */
public final class HostileProgram {
  public static final String GOT = "got ";
  public static final String DONE = "done";
  public static final String READY = "ready";
  public static final String OWN = "own";

  /** An attack that does not end in time is left behind; its sockets have timeouts. */
  private static final long LATE_MILLIS_MAX = 25_000;

  private HostileProgram() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    int port = Integer.parseInt(arguments[0]);
    int pages = Integer.parseInt(arguments[1]);
    SplittableRandom random = new SplittableRandom(Long.parseLong(arguments[2]));
    System.out.println(READY);
    var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      List<String> words = List.of(line.split(" ", -1));
      long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(Long.parseLong(words.get(0)));
      List<HostileKind> kinds =
          words.subList(2, words.size()).stream()
              .map(word -> Spelled.of(HostileKind.class, word))
              .toList();
      attack(port, pages, words.get(1), kinds, random, end)
          .forEach(
              (kind, tally) -> System.out.println(GOT + kind.spelling() + " " + tally.encoded()));
      System.out.println(DONE);
    }
  }

  private static Map<HostileKind, Tally> attack(
      int port,
      int pages,
      String address,
      List<HostileKind> kinds,
      SplittableRandom random,
      long endNanos)
      throws InterruptedException {
    Map<HostileKind, Tally> tallies = new EnumMap<>(HostileKind.class);
    List<Thread> threads = new ArrayList<>();
    for (HostileKind kind : kinds) {
      Tally tally = new Tally();
      tallies.put(kind, tally);
      String from = address.equals(OWN) ? kind.address() : address;
      for (int client = 0; client < kind.clients(); client++) {
        Attacker attacker = new Attacker(from, port, pages, random.split(), tally, endNanos);
        Thread thread =
            new Thread(() -> attacker.attack(kind::act), kind.spelling() + "-" + client);
        thread.setDaemon(true);
        threads.add(thread);
      }
    }
    threads.forEach(Thread::start);
    long last = endNanos + TimeUnit.MILLISECONDS.toNanos(LATE_MILLIS_MAX);
    for (Thread thread : threads) {
      thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(last - System.nanoTime())));
    }
    return tallies;
  }
}
