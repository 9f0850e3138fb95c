package org.portolan.data.internal.auto;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The text that a store keeps of an automatic index: its state, and its last moves, a line each.
 *
 * @param state for people
 */
public record AutoNote(String state, List<Entry> entries) {
  static final int ENTRIES_MAX = 20;

  private static final String ARROW = " → ";

  /** A move, with the layouts as design files spell them. */
  public record Entry(Instant time, boolean back, String from, String to, String reason) {
    String text() {
      return time + (back ? " back " : " moved ") + from + ARROW + to + ": " + reason;
    }

    /** Reads a line; empty if it is none of this form, as of a later release. */
    private static Optional<Entry> parse(String line) {
      String[] words = line.split(" ", 3);
      int reason = line.indexOf(": ");
      if (words.length < 3 || reason < 0) {
        return Optional.empty();
      }
      String[] layouts = line.substring(0, reason).split(" ", 3)[2].split(ARROW, -1);
      boolean known = words[1].equals("back") || words[1].equals("moved");
      if (!known || layouts.length != 2 || !words[0].matches("[-0-9T:.]+Z")) {
        return Optional.empty();
      }
      return Optional.of(
          new Entry(
              Instant.parse(words[0]),
              words[1].equals("back"),
              layouts[0],
              layouts[1],
              line.substring(reason + 2)));
    }
  }

  static final AutoNote NONE = new AutoNote("", List.of());

  public AutoNote {
    entries = List.copyOf(entries);
  }

  /** Returns the name of the note of an index. */
  public static String name(String index) {
    return "auto " + index;
  }

  static AutoNote parse(String text) {
    List<String> lines = text.lines().toList();
    return lines.isEmpty()
        ? NONE
        : new AutoNote(
            lines.get(0),
            lines.stream().skip(1).flatMap(line -> Entry.parse(line).stream()).toList());
  }

  AutoNote withState(String other) {
    return new AutoNote(other, entries);
  }

  AutoNote with(Entry entry) {
    List<Entry> more = new ArrayList<>(entries);
    more.add(entry);
    return new AutoNote(state, more.subList(Math.max(0, more.size() - ENTRIES_MAX), more.size()));
  }

  String text() {
    StringBuilder text = new StringBuilder(state);
    entries.forEach(entry -> text.append('\n').append(entry.text()));
    return text.toString();
  }
}
