package org.portolan.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.portolan.migrate.MigrationSummary;
import org.portolan.migrate.TableSummary;
import org.portolan.migrate.Verification;

/** The results of migrations and verifications as tables, and as a line for scripts. */
final class MigrationText {
  private MigrationText() {}

  /**
   * Prints what became of the rows.
   *
   * @param rejects the file that has the rejected rows
   */
  static void print(MigrationSummary summary, Path rejects, PrintWriter out) {
    summary.notes().forEach(note -> out.println("note: " + note));
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of("table", "read", "written", "rejected", "kept", "deleted", "bytes", "seconds"));
    for (TableSummary table : summary.tables()) {
      rows.add(
          List.of(
              table.table(),
              number(table.read()),
              number(table.written()),
              number(table.rejected()),
              number(table.kept()),
              number(table.deleted()),
              number(table.bytes()),
              seconds(table.seconds())));
    }
    rows.add(
        List.of(
            "total",
            number(summary.read()),
            number(summary.written()),
            number(summary.rejected()),
            number(summary.kept()),
            number(summary.deleted()),
            number(summary.bytes()),
            seconds(summary.seconds())));
    print(rows, out);
    out.println(summary + " seconds=" + seconds(summary.seconds()));
    if (summary.rejected() > 0) {
      out.println("rejected rows are in " + rejects);
    }
  }

  static void print(
      List<Verification.TableResult> results, boolean repaired, double seconds, PrintWriter out) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            "table",
            "database",
            "unfit",
            "store",
            "compared",
            "missing",
            "surplus",
            "different",
            "repaired"));
    long differences = 0;
    long repairs = 0;
    long compared = 0;
    for (Verification.TableResult table : results) {
      differences += table.missing() + table.surplus() + table.different();
      repairs += table.repaired();
      compared += table.fields();
      rows.add(
          List.of(
              table.table(),
              number(table.sourceRows()),
              number(table.unfit()),
              number(table.storeRows()),
              number(table.fields()),
              number(table.missing()),
              number(table.surplus()),
              number(table.different()),
              number(table.repaired())));
    }
    print(rows, out);
    out.println(
        "differences="
            + differences
            + (repaired ? " repaired=" + repairs : "")
            + " compared="
            + compared
            + " seconds="
            + seconds(seconds));
  }

  private static void print(List<List<String>> rows, PrintWriter out) {
    int[] widths = new int[rows.get(0).size()];
    for (List<String> row : rows) {
      for (int column = 0; column < widths.length; column++) {
        widths[column] = Math.max(widths[column], row.get(column).length());
      }
    }
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < widths.length; column++) {
        String cell = row.get(column);
        String space = " ".repeat(widths[column] - cell.length());
        line.append(column == 0 ? cell + space : "  " + space + cell);
      }
      out.println(line);
    }
  }

  private static String number(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  private static String seconds(double seconds) {
    return String.format(Locale.ROOT, "%.1f", seconds);
  }
}
