package org.portolan.bench.hostile.attack;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Attacks by proper requests: whatever makes the server calculate, read or write much. */
final class Pages {
  private static final int FLOOD_REQUESTS = 50;
  private static final int BOMBS = 12;
  private static final int LIST_PAGES = 30;
  private static final Pattern NEXT = Pattern.compile("href=\"([^\"]*[?;&]after=[^\"]*)\"");

  private Pages() {}

  /** Previews of hostile texts. */
  static void preview(Attacker attacker) throws IOException {
    String text = HostileTexts.text(attacker.random.nextInt(HostileTexts.count()));
    long start = System.nanoTime();
    try (Wire wire = attacker.connect()) {
      attacker.count(
          wire.submit("/edit/Hostile_preview", Attacker.form("preview", text, "0")), start);
    }
  }

  /** Saves of hostile texts and views of them. */
  static void save(Attacker attacker) throws IOException {
    int number = attacker.random.nextInt(HostileTexts.count());
    String title = "Hostile_text_" + number + "_" + attacker.name();
    try (Wire wire = attacker.connect()) {
      long start = System.nanoTime();
      attacker.count(Attacker.save(wire, title, HostileTexts.text(number)), start);
      start = System.nanoTime();
      attacker.count(wire.fetch("/wiki/" + title), start);
      start = System.nanoTime();
      attacker.count(wire.fetch("/wiki/" + title + "?redirect=no"), start);
    }
  }

  /** Pages of two revisions of random lines, and the difference of these. */
  static void diff(Attacker attacker) throws IOException {
    String title = "Hostile_diff_" + attacker.random.nextInt(4) + "_" + attacker.name();
    boolean longLines = attacker.random.nextBoolean();
    int lines = longLines ? 1_900 : attacker.random.nextInt(3_000, 150_000);
    int letters = longLines ? 1_000 : attacker.random.nextInt(1, 12);
    try (Wire wire = attacker.connect()) {
      for (int revision = 0; revision < 2; revision++) {
        long start = System.nanoTime();
        String text = HostileTexts.randomLines(attacker.random, lines, letters);
        attacker.count(Attacker.save(wire, title, text), start);
      }
      for (int again = 0; again < 5 && !attacker.over(); again++) {
        long start = System.nanoTime();
        attacker.count(wire.fetch("/diff/" + title), start);
      }
      // A stale base: the answer to the edit conflict shows the difference and both texts.
      long start = System.nanoTime();
      String mine = HostileTexts.randomLines(attacker.random, lines, letters);
      attacker.count(wire.submit("/edit/" + title, Attacker.form("save", mine, "1")), start);
    }
  }

  /** Lists to their depths, and cursors and numbers that are none. */
  static void list(Attacker attacker) throws IOException {
    String title = Synthetic.title(attacker);
    try (Wire wire = attacker.connect()) {
      String path =
          switch (attacker.random.nextInt(9)) {
            case 0 -> "/pages?limit=1000";
            case 1 -> "/backlinks/" + title + "?limit=1";
            case 2 -> "/history/" + title;
            case 3 -> "/pages?after=" + "%FF".repeat(attacker.random.nextInt(1, 500));
            case 4 -> "/pages?after=" + "A".repeat(attacker.random.nextInt(1, 3_000));
            case 5 -> "/backlinks/" + title + "?after=AAAA&limit=-5";
            case 6 -> "/wiki/" + title + "?revision=99999999999999999999";
            case 7 -> "/random";
            default -> "/statistics";
          };
      for (int page = 0; page < LIST_PAGES && !attacker.over(); page++) {
        long start = System.nanoTime();
        Wire.Answer answer = wire.fetch(path);
        attacker.count(answer, start);
        Matcher next = NEXT.matcher(answer.text());
        if (!next.find()) {
          return;
        }
        path = next.group(1).replace("&amp;", "&").replace("&#61;", "=");
      }
    }
  }

  /** Templates, each of which uses the next one ten times. */
  static void bomb(Attacker attacker) throws IOException {
    try (Wire wire = attacker.connect()) {
      int level = attacker.random.nextInt(BOMBS);
      String title = "Template:Bomb_" + level + "_" + attacker.name();
      String text = ("{{Bomb_" + (level + 1) + "_" + attacker.name() + "|{{{1}}}}}").repeat(10);
      long start = System.nanoTime();
      attacker.count(
          Attacker.save(wire, title, level == BOMBS - 1 ? "{{{1}}}".repeat(1_000) : text), start);
      start = System.nanoTime();
      String bomb = "{{Bomb_0_" + attacker.name() + "|" + "x".repeat(1_000) + "}}";
      attacker.count(wire.submit("/edit/X", Attacker.form("preview", bomb, "0")), start);
      start = System.nanoTime();
      attacker.count(wire.fetch("/wiki/" + title), start);
    }
  }

  /** Ordinary views that are rendered anew, without pause, one after another on a connection. */
  static void flood(Attacker attacker) throws IOException {
    try (Wire wire = attacker.connect()) {
      for (int request = 0; request < FLOOD_REQUESTS && !attacker.over(); request++) {
        long start = System.nanoTime();
        attacker.count(wire.fetch(Synthetic.rendered(attacker)), start);
      }
    }
  }

  /** Very many requests on one connection before any answer is read. */
  static void pipeline(Attacker attacker) throws IOException {
    try (Wire wire = attacker.connect()) {
      long start = System.nanoTime();
      StringBuilder requests = new StringBuilder();
      for (int request = 0; request < FLOOD_REQUESTS; request++) {
        requests.append(Wire.get("/wiki/" + Synthetic.title(attacker)));
      }
      wire.send(requests.toString());
      for (int request = 0; request < FLOOD_REQUESTS && !attacker.over(); request++) {
        attacker.count(wire.answer(), start);
      }
    }
  }
}
