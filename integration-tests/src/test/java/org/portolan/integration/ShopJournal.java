package org.portolan.integration;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What the threads of a {@link ShopProcess} asked for and were answered. The operating system has
 * each line before the next call, so that it survives {@code kill -9}.
 */
final class ShopJournal {
  private static final String SEPARATOR = "\t";

  private final FileOutputStream file;

  private ShopJournal(FileOutputStream file) {
    this.file = file;
  }

  static ShopJournal appending(Path path) throws IOException {
    return new ShopJournal(new FileOutputStream(path.toFile(), true));
  }

  void write(String... fields) {
    try {
      file.write((String.join(SEPARATOR, fields) + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException failure) {
      throw new UncheckedIOException("cannot write the journal", failure);
    }
  }

  /**
   * What journals contain.
   *
   * @param customers of all orders that were asked for, by id
   * @param registered the name under which an address was registered
   * @param takenNames the names of registrations that were refused
   * @param twice addresses that were registered twice
   * @param names all names that were asked for, by address
   * @param failures the number of calls that failed, by kind
   */
  record Content(
      Map<String, String> customers,
      Set<String> placed,
      Set<String> refused,
      Map<String, String> registered,
      Map<String, Set<String>> names,
      Set<String> takenNames,
      Set<String> twice,
      Map<String, Integer> failures) {

    static Content empty() {
      return new Content(
          new HashMap<>(),
          new HashSet<>(),
          new HashSet<>(),
          new HashMap<>(),
          new HashMap<>(),
          new HashSet<>(),
          new HashSet<>(),
          new TreeMap<>());
    }

    int answers() {
      return placed.size() + refused.size() + registered.size();
    }

    int unanswered() {
      return customers.size() - placed.size() - refused.size();
    }

    /** Adds what a process has left in a file; an incomplete last line does not count. */
    void add(Path path) {
      try {
        String text = Files.readString(path);
        text.substring(0, text.lastIndexOf('\n') + 1).lines().forEach(this::addLine);
      } catch (IOException failure) {
        throw new UncheckedIOException("cannot read the journal " + path, failure);
      }
    }

    private void addLine(String line) {
      List<String> fields = List.of(line.split(SEPARATOR, -1));
      String first = fields.get(1);
      String second = fields.get(2);
      switch (fields.get(0)) {
        case "asked-order" -> customers.put(first, second);
        case "placed" -> placed.add(first);
        case "refused" -> refused.add(first);
        case "asked-email" -> names.computeIfAbsent(first, any -> new HashSet<>()).add(second);
        case "registered" -> {
          if (registered.put(first, second) != null) {
            twice.add(first);
          }
        }
        case "taken" -> takenNames.add(second);
        case "failed" -> failures.merge(first + "/" + second, 1, Integer::sum);
        default -> throw new IllegalArgumentException("not a line of a journal: " + line);
      }
    }
  }
}
