package org.portolan.advisor.propose;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What an engineer chose against a proposal, or to keep it as it is: shapes by the tables of the
 * schema. Kept in a file of lines {@code TABLE: SHAPE}, either in quotes if one likes; what follows
 * {@code #}, at the beginning of a line or behind a space, is a comment. Immutable.
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
   * @throws IllegalArgumentException if a line is no choice, or the second one for its table; the
   *     message names it
   */
  public static Choices read(Path file) throws IOException {
    Map<String, String> shapes = new LinkedHashMap<>();
    List<String> lines = lines(file);
    for (int number = 1; number <= lines.size(); number++) {
      String line = lines.get(number - 1).strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      line = line.replaceFirst("\\s#.*", "").strip();
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
      String table = unquoted(line.substring(0, colon).strip());
      String shape = unquoted(line.substring(colon + 2).strip());
      String before = shapes.put(table, shape);
      if (before != null) {
        throw new IllegalArgumentException(
            "cannot read choices "
                + file
                + ":"
                + number
                + ": '"
                + table
                + "' is '"
                + before
                + "' above; keep one of the lines");
      }
    }
    return new Choices(shapes, file.toString());
  }

  private static List<String> lines(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      throw new IOException("cannot read choices " + file + ", which is a directory");
    }
    try {
      return Files.readAllLines(file);
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException(
          "cannot read choices " + file + ": it is not valid UTF-8; save it in UTF-8", e);
    }
  }

  private static String unquoted(String text) {
    boolean quoted =
        text.length() > 1
            && (text.charAt(0) == '\'' || text.charAt(0) == '"')
            && text.charAt(text.length() - 1) == text.charAt(0);
    return quoted ? text.substring(1, text.length() - 1) : text;
  }

  /** Returns the choices as a file has them. */
  public String text() {
    StringBuilder text = new StringBuilder(HEADER);
    shapes.forEach((table, shape) -> text.append(table).append(": ").append(shape).append('\n'));
    return text.toString();
  }
}
