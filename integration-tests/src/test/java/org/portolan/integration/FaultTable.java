package org.portolan.integration;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.portolan.integration.Observation.Phase;

/** The effects of the faults on one engine, as a table for the handbook. */
final class FaultTable {
  private static final String HEAD =
      """
      | engine | fault | edits acknowledged before / during / after | longest call | longest time without an acknowledgement | failures |
      |---|---|---|---|---|---|
      """;

  private final String engine;
  private final List<String> lines = new ArrayList<>();

  FaultTable(String engine) {
    this.engine = engine;
  }

  void add(String fault, Observation seen) {
    add(
        fault,
        "%d / %d / %d"
            .formatted(
                seen.acknowledged(Phase.BEFORE),
                seen.acknowledged(Phase.DURING),
                seen.acknowledged(Phase.AFTER)),
        seconds(seen.longestCall()),
        seconds(seen.longestSilence()),
        seen.troubleSummary());
    seen.examples()
        .forEach((trouble, message) -> System.out.println(fault + ": " + trouble + " " + message));
  }

  void addClientKills(ClientKills.Result result) {
    add(
        "client, " + result.kills() + " times",
        result.acknowledged() + " in all",
        "-",
        "-",
        result.unanswered() + " unanswered at its death");
  }

  private void add(String fault, String edits, String call, String silence, String failures) {
    lines.add("| " + String.join(" | ", engine, fault, edits, call, silence, failures) + " |\n");
  }

  private static String seconds(Duration duration) {
    return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1e3);
  }

  /** Prints the table, and writes it to {@code target/faults} under the engine's name. */
  void print() {
    print(engine.toLowerCase(Locale.ROOT));
  }

  /** Prints the table, and writes it to {@code target/faults}. */
  void print(String name) {
    String text = HEAD + String.join("", lines);
    System.out.print(text);
    try {
      Path directory = Files.createDirectories(Path.of("target", "faults"));
      Files.writeString(directory.resolve(name + ".md"), text);
    } catch (IOException failure) {
      throw new UncheckedIOException("cannot write the table of faults", failure);
    }
  }
}
