package org.portolan.bench.hostile.attack;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** One hostile client: its address, its random numbers, and its counts. Used by one thread. */
final class Attacker {
  private static final int READ_MILLIS_MAX = 20_000;

  final SplittableRandom random;
  private final String client;
  private final int port;
  private final int pages;
  private final Tally tally;
  private final long endNanos;

  /**
   * @param pages the number of pages of the synthetic wiki that is attacked
   */
  Attacker(
      String client, int port, int pages, SplittableRandom random, Tally tally, long endNanos) {
    this.client = client;
    this.port = port;
    this.pages = pages;
    this.random = random;
    this.tally = tally;
    this.endNanos = endNanos;
  }

  boolean over() {
    return System.nanoTime() - endNanos >= 0 || Thread.currentThread().isInterrupted();
  }

  /** Sleeps, at most until the attack is over. */
  void pause(long millis) throws InterruptedException {
    long left = TimeUnit.NANOSECONDS.toMillis(endNanos - System.nanoTime());
    TimeUnit.MILLISECONDS.sleep(Math.max(0, Math.min(millis, left)));
  }

  int pages() {
    return pages;
  }

  /** Returns the name of this client, in titles: each has pages of its own. */
  String name() {
    return client.replace('.', '-');
  }

  Wire connect() throws IOException {
    return new Wire(client, port, READ_MILLIS_MAX);
  }

  /** Connects with a receive buffer that holds hardly anything. */
  Wire connectNarrow() throws IOException {
    return new Wire(client, port, READ_MILLIS_MAX, 2 << 10);
  }

  /** Counts an outcome that took its time since {@code startNanos}. */
  void count(String outcome, long startNanos) {
    tally.add(outcome, System.nanoTime() - startNanos);
  }

  /** Counts the status of an answer. */
  void count(Wire.Answer answer, long startNanos) {
    boolean unspoken = answer.status() == 503 && answer.header("Retry-After").isEmpty();
    count(answer.status() + (unspoken ? "-without-retry-after" : ""), startNanos);
  }

  /** Acts until the attack is over; whatever fails is counted, and the next act begins. */
  void attack(Attack attack) {
    while (!over()) {
      long start = System.nanoTime();
      try {
        attack.act(this);
      } catch (SocketTimeoutException e) {
        count("timeout", start);
      } catch (ConnectException e) {
        count("unconnected", start);
        sleepBriefly();
      } catch (EOFException e) {
        count("closed", start);
      } catch (IOException e) {
        count("reset", start);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void sleepBriefly() {
    try {
      pause(100);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns the fields of the form that saves or previews a text. */
  static String form(String action, String text, String base) {
    return "action="
        + action
        + "&asked=1&summary=hostile&base="
        + base
        + "&text="
        + URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /** Saves a text whatever the page holds now; returns the answer to the save. */
  static Wire.Answer save(Wire wire, String title, String text) throws IOException {
    String html = wire.fetch("/edit/" + title).text();
    String mark = "name=\"base\" value=\"";
    int at = html.indexOf(mark);
    String base =
        at < 0 ? "0" : html.substring(at + mark.length(), html.indexOf('"', at + mark.length()));
    return wire.submit("/edit/" + title, form("save", text, base));
  }
}
