package org.portolan.advisor.propose;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What an engineer chose against a proposal, or to keep it as it is: shapes by the tables of the
 * schema. Kept in a file of lines {@code TABLE: SHAPE}, where a line that begins with {@code #} is
 * a comment. Immutable.
 *
 * @param shapes the shapes as {@link org.portolan.advisor.shape.Shape#text} spells them
 * @param source the file, for messages; empty if there is none
 */
public record Choices(Map<String, String> shapes, String source) {
  /** Nothing is chosen. */
  public static final Choices NONE = new Choices(Map.of(), "");

  /** Stands for a shape: the table's rows are not moved. */
  public static final String LEFT_OUT = "left out";

  private static final String HEADER =
      """
      # What was chosen for 'portolan design', which follows it when it runs again.
      # TABLE: an entity, items of OWNER, columns of OWNER, a set in OWNER, or left out
      """;

  public Choices {
    shapes = Collections.unmodifiableMap(new LinkedHashMap<>(shapes));
  }

  /**
   * Reads choices.
   *
   * @throws IOException if the file cannot be read
   * @throws IllegalArgumentException if a line is no choice; the message names it
   */
  public static Choices read(Path file) throws IOException {
    Map<String, String> shapes = new LinkedHashMap<>();
    List<String> lines = Files.readAllLines(file);
    for (int number = 1; number <= lines.size(); number++) {
      String line = lines.get(number - 1).strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      int colon = line.lastIndexOf(": ");
      if (colon <= 0) {
        throw new IllegalArgumentException(
            "cannot read choices "
                + file
                + ":"
                + number
                + ": '"
                + line
                + "' is no choice; write 'TABLE: an entity' or 'TABLE: items of OWNER'");
      }
      shapes.put(line.substring(0, colon).strip(), line.substring(colon + 2).strip());
    }
    return new Choices(shapes, file.toString());
  }

  /** Returns the choices as a file has them. */
  public String text() {
    StringBuilder text = new StringBuilder(HEADER);
    shapes.forEach((table, shape) -> text.append(table).append(": ").append(shape).append('\n'));
    return text.toString();
  }
}
