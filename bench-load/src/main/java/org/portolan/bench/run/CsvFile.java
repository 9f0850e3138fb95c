package org.portolan.bench.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import org.portolan.bench.api.Text;

/**
 * Reads lines of comma-separated values, below a line of names. Cells are numbers and plain words,
 * so none is quoted.
 */
final class CsvFile {
  private CsvFile() {}

  /**
   * Returns the value of each line but the first.
   *
   * @param head the first line, with its line break
   * @throws DamagedFileException if the file does not have this head, if a line has another number
   *     of cells, or if {@code value} refuses a cell; the message names file, line and column
   */
  static <T> List<T> read(Path file, String head, Function<Cells, T> value) {
    String text = Results.text(file);
    List<String> lines = text.lines().toList();
    String names = head.strip();
    if (lines.isEmpty() || !lines.get(0).equals(names)) {
      throw DamagedFileException.at(file, "line 1 must be '" + names + "'");
    }
    if (!text.endsWith("\n")) {
      throw DamagedFileException.at(file, "line " + lines.size() + " is cut off");
    }
    String[] columns = names.split(",", -1);
    List<T> values = new ArrayList<>();
    for (int index = 1; index < lines.size(); index++) {
      values.add(value.apply(new Cells(file, index + 1, columns, lines.get(index))));
    }
    return values;
  }

  /** The cells of one line. Each call takes the next one. */
  static final class Cells {
    private final Path file;
    private final int line;
    private final String[] columns;
    private final String[] cells;
    private int taken;

    private Cells(Path file, int line, String[] columns, String text) {
      this.file = file;
      this.line = line;
      this.columns = columns;
      this.cells = text.split(",", -1);
      if (cells.length != columns.length) {
        throw DamagedFileException.at(
            file, "line " + line + " must have " + columns.length + " cells, not " + cells.length);
      }
    }

    String text() {
      return cells[taken++];
    }

    long whole() {
      return value(Long::parseLong, "a whole number");
    }

    /** Takes a whole number, or an empty cell. */
    OptionalLong wholeOrEmpty() {
      return value(
          cell -> cell.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(cell)),
          "a whole number or empty");
    }

    int small() {
      return value(Integer::parseInt, "a whole number up to " + Integer.MAX_VALUE);
    }

    double finite() {
      return finite(Double.MAX_VALUE, "a finite number");
    }

    /** Takes a share of a whole; it is negative if unknown. */
    double share() {
      return finite(1, "a share up to 1, negative if unknown");
    }

    private double finite(double max, String kind) {
      return value(
          cell -> {
            double number = Double.parseDouble(cell);
            if (!Double.isFinite(number) || number > max) {
              throw new IllegalArgumentException("out of range");
            }
            return number;
          },
          kind);
    }

    /**
     * Takes a value of some kind.
     *
     * @param parse throws {@link IllegalArgumentException} for a wrong cell
     * @param kind the rule, for the message
     */
    <T> T value(Function<String, T> parse, String kind) {
      String cell = text();
      try {
        return parse.apply(cell);
      } catch (IllegalArgumentException e) {
        throw DamagedFileException.at(
            file,
            Text.format("line %d: %s must be %s, not '%s'", line, columns[taken - 1], kind, cell),
            e);
      }
    }
  }
}
