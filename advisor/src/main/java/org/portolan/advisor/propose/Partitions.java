package org.portolan.advisor.propose;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.portolan.advisor.serve.Draft;
import org.portolan.advisor.serve.Estimates;
import org.portolan.advisor.serve.Served;
import org.portolan.advisor.serve.Step;
import org.portolan.advisor.shape.Shape;
import org.portolan.advisor.table.Identity;
import org.portolan.advisor.table.PlannedTable;
import org.portolan.advisor.target.Target;
import org.portolan.design.key.RowPartition;
import org.portolan.design.key.TimeBuckets;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;

/** Which rows lie together on Cassandra, and how their partitions stay small. */
final class Partitions {
  private final Draft draft;
  private final List<Served> served;
  private final Estimates estimates;
  private final Naming naming;
  private final Decisions decisions;

  Partitions(
      Draft draft, List<Served> served, Estimates estimates, Naming naming, Decisions decisions) {
    this.draft = draft;
    this.served = served;
    this.estimates = estimates;
    this.naming = naming;
    this.decisions = decisions;
  }

  /**
   * How the rows of an entity are divided.
   *
   * @param number of the prefixes that divide a partition; 1 if none do
   */
  record Divided(RowPartition partition, int number) {
    private static final Divided BY_LAYOUT = new Divided(RowPartition.BY_LAYOUT, 1);
  }

  /** Returns the number of leading key columns by which rows are scanned. */
  Optional<Integer> scanned(PlannedTable table) {
    return served.stream()
        .flatMap(one -> one.steps().stream())
        .filter(step -> step.kind() == Step.Kind.SCAN)
        .filter(step -> step.table().equals(table.source().name()))
        .map(step -> step.by().size())
        .min(Integer::compare);
  }

  Divided of(PlannedTable table, List<KeyColumn> key) {
    Optional<Integer> scanned = scanned(table);
    if (draft.target() != Target.CASSANDRA || scanned.isEmpty()) {
      return Divided.BY_LAYOUT;
    }
    int columns = scanned.get();
    List<String> by = table.identity().columns().subList(0, columns);
    double rows = estimates.perValueMax(table, by);
    int places = PartitionBound.places(rows, estimates.rowBytes(table));
    if (places == 1) {
      return new Divided(new RowPartition(columns, Optional.empty()), 1);
    }
    boolean timed =
        columns < key.size()
            && table.identity().kind() != Identity.Kind.NONE
            && key.get(columns).type().equals(ScalarType.TIMESTAMP);
    double bytes = estimates.rowBytes(table);
    PartitionBound.ByTime byTime =
        timed
            ? PartitionBound.byTime(
                estimates.column(table, table.identity().columns().get(columns)),
                key.get(columns).name(),
                rows,
                PartitionBound.most(bytes))
            : new PartitionBound.ByTime(Optional.empty(), rows, "");
    Optional<TimeBuckets> time = byTime.buckets();
    String together = String.join(", ", by.stream().map(table::column).map(naming::of).toList());
    List<String> reasons = new ArrayList<>();
    reasons.add(tooMany(rows, bytes, "rows of one " + together));
    if (time.isPresent()) {
      TimeBuckets buckets = time.get();
      reasons.add(
          "a bucket has about "
              + Decisions.number(Math.max(1, byTime.rowsMax()))
              + " of them at most, if they are spread over time as the rows of all are: "
              + byTime.reason());
      reasons.add(
          "a scan reads the buckets in the order of the key, one at first, and stops when it has"
              + " its page; new rows begin new buckets, until "
              + buckets.to()
              + "; those of later years are all in the last");
      decide(
          table,
          "partition ["
              + together
              + "], buckets of a "
              + buckets.each().spelling()
              + " of "
              + buckets.column()
              + ", "
              + buckets.from()
              + " to "
              + buckets.to(),
          reasons,
          "hashed by number (" + places + ")",
          "a scan would read " + places + " partitions at once, and each would grow with time");
      return new Divided(new RowPartition(columns, time), 1);
    }
    reasons.add(
        "a scan reads all "
            + places
            + " partitions at once and merges them: a round trip with "
            + places
            + " reads, and a page that has more rows in one of them takes a second; a row by its"
            + " key is one read as before");
    PartitionBound.tooFew(
            rows,
            bytes,
            places,
            "add a column of the key to 'partition' that every scan knows"
                + (timed ? "" : ", or put a time behind " + together + " and cut it into buckets"))
        .ifPresent(reasons::add);
    decide(
        table,
        "partition [" + together + "], md5-modulo, " + places + " prefixes over the whole key",
        reasons,
        "buckets of time",
        timed
            ? byTime.reason()
            : "the key has no time right behind "
                + together
                + ": put one there if rows grow with time, since partitions by number grow too");
    return new Divided(new RowPartition(columns, Optional.empty()), places);
  }

  /** Says that the items of a row become too many for its partition, which no format divides. */
  void items(PlannedTable table, Shape.Items items) {
    double rows = estimates.perValueMax(table, items.ownerColumns());
    double bytes = estimates.rowBytes(table);
    if (draft.target() != Target.CASSANDRA || PartitionBound.places(rows, bytes) == 1) {
      return;
    }
    String owner = draft.tables().get(items.owner()).name();
    decide(
        table,
        "items of " + owner + ", all of a row in one partition",
        List.of(
            tooMany(rows, bytes, "items of one row"),
            "a collection is not divided: choose '"
                + table.source().name()
                + ": an entity' in choices.yaml, whose partitions are"),
        "buckets",
        "a design has them for the rows of an entity only");
  }

  private static String tooMany(double rows, double bytes, String what) {
    return String.format(
        Locale.ROOT,
        "about %s %s, %s MB: a partition should have at most 100,000 rows and 100 MB",
        Decisions.number(rows),
        what,
        Decisions.number(rows * bytes / 1e6));
  }

  private void decide(
      PlannedTable table, String choice, List<String> reasons, String other, String why) {
    decisions.add(
        new Decision(
            Decision.Kind.KEY_LAYOUT,
            table.name(),
            choice,
            reasons,
            List.of(new Decision.Rejected(other, why))));
  }
}
