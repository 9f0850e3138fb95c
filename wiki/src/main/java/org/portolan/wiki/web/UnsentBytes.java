package org.portolan.wiki.web;

import java.util.HashMap;
import java.util.Map;

/**
 * Counts the bytes of answers that their clients have not taken yet. Whoever asks for very much and
 * reads nothing would otherwise fill the memory. Thread-safe.
 */
final class UnsentBytes {
  private final long ofClientMax;
  private final long ofAllMax;
  private final Map<String, Long> clients = new HashMap<>();
  private long all;

  UnsentBytes(long ofClientMax, long ofAllMax) {
    this.ofClientMax = ofClientMax;
    this.ofAllMax = ofAllMax;
  }

  /** Returns the bounds for the memory of this process. */
  static UnsentBytes ofMemory() {
    long all = Runtime.getRuntime().maxMemory() / 8;
    return new UnsentBytes(all / 2, all);
  }

  /**
   * Counts an answer unless there is too much already. A client that has nothing under way may have
   * any answer.
   *
   * @param always whether it is counted in any case
   */
  boolean take(String client, int bytes, boolean always) {
    synchronized (clients) {
      long before = clients.getOrDefault(client, 0L);
      if (!always && before > 0 && (before + bytes > ofClientMax || all + bytes > ofAllMax)) {
        return false;
      }
      clients.put(client, before + bytes);
      all += bytes;
      return true;
    }
  }

  /** Ends the count of an answer that has been sent, or was given up. */
  void release(String client, int bytes) {
    synchronized (clients) {
      clients.computeIfPresent(client, (name, count) -> count > bytes ? count - bytes : null);
      all -= bytes;
    }
  }

  /** Returns the bytes of all answers under way. */
  long all() {
    synchronized (clients) {
      return all;
    }
  }
}
