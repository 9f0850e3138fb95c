package org.portolan.bench.hostile.attack;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Attacks by connections: slow, idle, dropped, never read, or announcing what they do not send. */
final class Sockets {
  private static final int IDLE_CONNECTIONS = 1_500;
  private static final int UNREAD_CONNECTIONS = 250;
  private static final int UNREAD_REQUESTS = 4;
  private static final int CHUNK_BYTES = 16 << 10;
  private static final int CHUNKS = 1_000;
  private static final List<String> LENGTHS =
      List.of(
          "500000000",
          "9223372036854775807",
          "99999999999999999999999",
          "-1",
          "many",
          "500\r\nContent-Length: 6",
          "500\r\nTransfer-Encoding: chunked");

  private Sockets() {}

  /** A form that announces its length and then sends a byte a second. */
  static void slowBody(Attacker attacker) throws IOException, InterruptedException {
    drip(
        attacker,
        Wire.post("/edit/Hostile_slow", "Content-Length: 50000") + "text=",
        attacker.random.nextBoolean() ? "x" : "%41");
  }

  /** A request whose header never ends. */
  static void slowHeader(Attacker attacker) throws IOException, InterruptedException {
    drip(attacker, "GET /wiki/AaAa HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ", "x");
  }

  private static void drip(Attacker attacker, String beginning, String drop)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    try (Wire wire = attacker.connect()) {
      wire.send(beginning);
      while (!attacker.over() && !wire.hasAnswer()) {
        attacker.pause(500 + attacker.random.nextInt(1_000));
        wire.send(drop);
      }
      if (wire.hasAnswer()) {
        attacker.count(wire.answer(), start);
      } else {
        attacker.count("unanswered", start);
      }
    }
  }

  /** Many connections on which nothing is sent, or half a request line. */
  static void idle(Attacker attacker) throws IOException, InterruptedException {
    List<Wire> wires = new ArrayList<>();
    long start = System.nanoTime();
    try {
      while (wires.size() < IDLE_CONNECTIONS && !attacker.over()) {
        Wire wire = attacker.connect();
        wires.add(wire);
        if (wires.size() % 2 == 0) {
          wire.send("GET /wi");
        }
        attacker.count("opened", start);
      }
      attacker.pause(20_000);
    } finally {
      for (Wire wire : wires) {
        wire.close();
      }
    }
  }

  /** Connections that are opened and dropped: at once, within a request, or before its answer. */
  static void drop(Attacker attacker) throws IOException {
    long start = System.nanoTime();
    Wire wire = attacker.connect();
    String page = Synthetic.rendered(attacker);
    switch (attacker.random.nextInt(5)) {
      case 0 -> {}
      case 1 -> wire.send("GET /wiki/AaAa HTTP/1.1\r\nHo");
      case 2 -> wire.send(Wire.post("/edit/Hostile_drop", "Content-Length: 5000") + "text=x");
      case 3 -> wire.send(Wire.get(page));
      default -> wire.send(Wire.get(page).repeat(20));
    }
    if (attacker.random.nextBoolean()) {
      wire.reset();
    } else {
      wire.close();
    }
    attacker.count("dropped", start);
  }

  /** Answers of megabytes, on connections that read nothing. */
  static void unread(Attacker attacker) throws IOException, InterruptedException {
    String title = "Hostile_large_" + attacker.name();
    try (Wire wire = attacker.connect()) {
      long start = System.nanoTime();
      if (wire.fetch("/raw/" + title).status() != 200) {
        attacker.count(Attacker.save(wire, title, "* item\n".repeat(100_000)), start);
      }
    }
    List<Wire> wires = new ArrayList<>();
    long start = System.nanoTime();
    String preview = Attacker.form("preview", "* item\n".repeat(50_000), "0");
    try {
      for (int number = 0; number < UNREAD_CONNECTIONS && !attacker.over(); number++) {
        Wire wire = attacker.connectNarrow();
        wires.add(wire);
        String path = "/wiki/" + title + "?redirect=no";
        switch (number % 4) {
          case 0 -> wire.send(Wire.get("/raw/" + title).repeat(UNREAD_REQUESTS));
          case 1 ->
              wire.send(
                  Wire.post("/edit/" + title, "Content-Length: " + preview.length()) + preview);
          default -> wire.send(Wire.get(path).repeat(UNREAD_REQUESTS));
        }
        attacker.count("sent", start);
        attacker.pause(10);
      }
      attacker.pause(15_000);
    } finally {
      for (Wire wire : wires) {
        wire.close();
      }
    }
  }

  /** A form in chunks that is longer than the limit. */
  static void chunks(Attacker attacker) throws IOException {
    long start = System.nanoTime();
    String chunk = Integer.toHexString(CHUNK_BYTES) + "\r\n" + "x".repeat(CHUNK_BYTES) + "\r\n";
    try (Wire wire = attacker.connect()) {
      wire.send(Wire.post("/edit/Hostile_chunks", "Transfer-Encoding: chunked"));
      for (int sent = 0; sent < CHUNKS && !wire.hasAnswer() && !attacker.over(); sent++) {
        wire.send(chunk);
      }
      if (attacker.over() && !wire.hasAnswer()) {
        attacker.count("unanswered", start);
      } else {
        attacker.count(wire.answer(), start);
      }
    }
  }

  /** Lengths that are huge, contradict each other, or are none. */
  static void length(Attacker attacker) throws IOException, InterruptedException {
    long start = System.nanoTime();
    String length = LENGTHS.get(attacker.random.nextInt(LENGTHS.size()));
    try (Wire wire = attacker.connect()) {
      wire.send(Wire.post("/edit/Hostile_length", "Content-Length: " + length) + "text=");
      attacker.count(wire.answer(), start);
    }
    attacker.pause(10);
  }

  /** Requests with as many and as long fields as a server may accept. */
  static void fields(Attacker attacker) throws IOException {
    long start = System.nanoTime();
    try (Wire wire = attacker.connect()) {
      String request =
          switch (attacker.random.nextInt(4)) {
            case 0 -> Wire.get("/wiki/" + "%41".repeat(15_000));
            case 1 -> Wire.get("/pages?" + "a=b&".repeat(10_000));
            case 2 ->
                "GET /pages HTTP/1.1\r\nHost: 127.0.0.1\r\n" + "X-A: b\r\n".repeat(5_000) + "\r\n";
            default -> {
              String body = "a=b&".repeat(1_000_000);
              yield Wire.post("/edit/Hostile_fields", "Content-Length: " + body.length()) + body;
            }
          };
      wire.send(request);
      attacker.count(wire.answer(), start);
    }
  }
}
