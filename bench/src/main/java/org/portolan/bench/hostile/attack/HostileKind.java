package org.portolan.bench.hostile.attack;

import java.io.IOException;
import org.portolan.bench.api.Spelled;

/** The kinds of hostile clients. */
public enum HostileKind implements Spelled {
  PREVIEWS(2, "previews of hostile texts", 8, Pages::preview),
  SAVES(3, "saves and views of hostile texts", 4, Pages::save),
  DIFFS(4, "differences of random texts", 4, Pages::diff),
  LISTS(5, "deep lists, bad cursors", 8, Pages::list),
  BOMBS(6, "templates that use each other", 6, Pages::bomb),
  FLOOD(7, "ordinary uncached views without pause", 64, Pages::flood),
  PIPELINES(8, "many requests before an answer is read", 8, Pages::pipeline),
  SLOW_BODIES(9, "forms of a byte a second", 60, Sockets::slowBody),
  SLOW_HEADERS(10, "headers that never end", 60, Sockets::slowHeader),
  IDLE(11, "connections without a request", 4, Sockets::idle),
  DROPS(12, "connections opened and dropped", 8, Sockets::drop),
  UNREAD(13, "large answers that are never read", 4, Sockets::unread),
  CHUNKS(14, "forms in chunks over the limit", 4, Sockets::chunks),
  LENGTHS(15, "wrong and huge lengths", 8, Sockets::length),
  FIELDS(16, "very many and very long fields", 4, Sockets::fields);

  private final int address;
  private final String description;
  private final int clients;
  private final Attack attack;

  HostileKind(int address, String description, int clients, Attack attack) {
    this.address = address;
    this.description = description;
    this.clients = clients;
    this.attack = attack;
  }

  public String description() {
    return description;
  }

  /** Returns how many of them act at once. */
  public int clients() {
    return clients;
  }

  void act(Attacker attacker) throws IOException, InterruptedException {
    attack.act(attacker);
  }

  /**
   * Returns the address of its clients: each kind is a client of its own, and none is the honest
   * one, 127.0.0.1.
   */
  String address() {
    return "127.0.0." + address;
  }
}
