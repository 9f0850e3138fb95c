package org.portolan.rehearsal.run;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.portolan.advisor.access.AccessPath;
import org.portolan.advisor.access.JoinPredicate;
import org.portolan.advisor.access.TableUse;
import org.portolan.rehearsal.layout.Row;
import org.portolan.rehearsal.sample.SampleRows;

/**
 * Rows that agree in all joins of a statement, one for each use of a table. The values of the
 * statement are taken from them, so that it finds at least these.
 *
 * @param rows by the place of the use; not complete if no rows agree
 * @param complete whether every use that reads has one
 */
record Witness(Map<Integer, Row> rows, boolean complete) {
  private static final int TRIES = 200;

  /** Returns rows that agree, or as many of them as do. */
  static Witness find(
      AccessPath path, List<Integer> order, SampleRows sample, Set<Row> avoided, Random random) {
    Map<Integer, Row> best = new TreeMap<>();
    List<Row> first = order.isEmpty() ? List.of() : candidates(path, order.get(0), sample, random);
    List<Row> tried = new ArrayList<>();
    first.stream().filter(row -> !avoided.contains(row)).forEach(tried::add);
    first.stream().filter(avoided::contains).forEach(tried::add);
    for (Row row : tried.subList(0, Math.min(TRIES, tried.size()))) {
      Map<Integer, Row> found = new TreeMap<>();
      found.put(order.get(0), row);
      for (int place = 1; place < order.size(); place++) {
        Row next = joined(path, order.get(place), found, sample, random);
        if (next == null) {
          break;
        }
        found.put(order.get(place), next);
      }
      if (found.size() > best.size()) {
        best = found;
      }
      if (best.size() == order.size()) {
        break;
      }
    }
    boolean complete =
        best.size() == order.size()
            && best.entrySet().stream()
                .allMatch(
                    one ->
                        fits(
                            path.tables().get(one.getKey()),
                            one.getValue(),
                            compared(path.tables().get(one.getKey()))));
    return new Witness(best, complete);
  }

  private static Row joined(
      AccessPath path, int use, Map<Integer, Row> found, SampleRows sample, Random random) {
    // A row that all sides of an OR find shows whether it is returned once.
    Row same = path.parts() > 1 ? found.get(use - path.partSize()) : null;
    TableUse of = path.tables().get(use);
    if (same != null && fits(of, same, compared(of)) && agrees(path, use, same, found)) {
      return same;
    }
    for (Row row : candidates(path, use, sample, random)) {
      if (agrees(path, use, row, found)) {
        return row;
      }
    }
    return null;
  }

  private static boolean agrees(AccessPath path, int use, Row row, Map<Integer, Row> found) {
    for (JoinPredicate join : path.joins()) {
      Row other = join.isOf(use) ? found.get(join.other(use)) : null;
      if (other != null
          && !Matches.areEqual(row.get(join.column(use)), other.get(join.otherColumn(use)))) {
        return false;
      }
    }
    return true;
  }

  /** The rows in random order, those first whose compared columns are not null. */
  private static List<Row> candidates(
      AccessPath path, int place, SampleRows sample, Random random) {
    TableUse use = path.tables().get(place);
    Set<String> compared = compared(use);
    if (use.role() != TableUse.Role.READ && !sample.of(use.table()).isEmpty()) {
      // A null has no entry in a unique index and refers to nothing: such a row costs less.
      sample.of(use.table()).get(0).values().keySet().stream()
          .filter(column -> !use.absent().contains(column))
          .forEach(compared::add);
    }
    List<Row> rows = new ArrayList<>(sample.of(use.table()));
    Collections.shuffle(rows, random);
    List<Row> ordered = new ArrayList<>();
    rows.stream().filter(row -> fits(use, row, compared)).forEach(ordered::add);
    rows.stream().filter(row -> !fits(use, row, compared)).forEach(ordered::add);
    return ordered;
  }

  /** The columns in which a null agrees with nothing. */
  private static Set<String> compared(TableUse use) {
    Set<String> compared = new LinkedHashSet<>(use.equal());
    compared.addAll(use.listed());
    compared.addAll(use.range());
    compared.addAll(use.present());
    return compared;
  }

  private static boolean fits(TableUse use, Row row, Set<String> columns) {
    return columns.stream().allMatch(column -> row.get(column) != null)
        && use.absent().stream().allMatch(column -> row.get(column) == null);
  }
}
