package org.portolan.advisor.propose;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.portolan.advisor.serve.Draft;
import org.portolan.advisor.serve.Estimates;
import org.portolan.advisor.serve.IndexChoice;
import org.portolan.advisor.serve.Influences;
import org.portolan.advisor.serve.Served;
import org.portolan.advisor.serve.Step;
import org.portolan.advisor.table.PlannedTable;
import org.portolan.advisor.target.Target;
import org.portolan.design.index.HashedPartitions;
import org.portolan.design.index.IndexCost;
import org.portolan.design.index.IndexLayout;
import org.portolan.design.index.IndexProfile;
import org.portolan.design.index.Representation;

/**
 * Decides in how many buckets the rows of one value are listed. What counts is the value with the
 * most rows: how long its list is, and how many writers change it at once, which is their number in
 * a second times the time that one takes (Little's law).
 */
final class IndexSpread {
  private static final double LIST_LONG = 10_000;
  private static final double LIST_VERY_LONG = 1_000_000;
  private static final int BUCKETS_FEW = 4;
  private static final int BUCKETS_MANY = 16;
  private static final int BUCKETS_MAX = 256;

  /** A value with a larger share of the rows is told. */
  private static final double SHARE_HOT = 0.1;

  /** Writers at once in one value that are told: of a hundred, some meet another one. */
  private static final double AT_ONCE_TOLD = 0.05;

  private static final double ENTRY_BYTES = 60;
  private static final double KIBIBYTE = 1024;

  private final Draft draft;
  private final List<Served> served;
  private final Estimates estimates;
  private final double seconds;

  /**
   * @param seconds the time in which the statements were executed; 0 if no log tells
   */
  IndexSpread(Draft draft, List<Served> served, Estimates estimates, double seconds) {
    this.draft = draft;
    this.served = served;
    this.estimates = estimates;
    this.seconds = seconds;
  }

  /**
   * What was decided.
   *
   * @param buckets 1 for a single one
   */
  record Spread(int buckets, List<String> reasons, List<Decision.Rejected> rejected) {}

  /** Writes of entries of an index: how many in a second, and how long each takes. */
  private record Writes(double perSecond, double millisMean) {}

  Spread of(IndexChoice index) {
    PlannedTable table = draft.tables().get(index.table());
    double members = estimates.perValueMax(table, index.on());
    double share = index.on().isEmpty() ? 1 : Math.min(1, members / estimates.rows(table));
    Writes writes = writes(index);
    double hot = writes.perSecond() * share;
    double atOnce = hot * writes.millisMean() / 1000;
    int buckets = buckets(members, atOnce);
    List<String> reasons = new ArrayList<>();
    reasons.add(
        "about "
            + Decisions.number(members)
            + (members < 1.5 ? " row" : " rows")
            + " under one value"
            + (buckets == 1 ? "" : ", which writers would otherwise add to one bucket"));
    if (draft.target() == Target.CASSANDRA) {
      PartitionBound.tooFew(
              members,
              ENTRY_BYTES,
              buckets,
              "add a column to 'on' that every read knows, such as the year")
          .ifPresent(reasons::add);
    }
    double mean = estimates.perValue(table, index.on());
    if (!index.on().isEmpty() && share >= SHARE_HOT && members >= 2 * mean) {
      reasons.add(
          String.format(
              Locale.ROOT,
              "its most frequent value has %.0f %% of all rows, a value on average %s",
              share * 100,
              Decisions.number(mean)));
    }
    if (atOnce >= AT_ONCE_TOLD) {
      reasons.add(
          String.format(
              Locale.ROOT,
              "%s writes a second change this value, and each takes about %.1f ms: %s at once",
              Decisions.number(hot),
              writes.millisMean(),
              Decisions.number(atOnce)));
    }
    return new Spread(buckets, reasons, rejected(members, atOnce, buckets, reasons));
  }

  private int buckets(double members, double atOnce) {
    int buckets = members > LIST_VERY_LONG ? BUCKETS_MANY : members > LIST_LONG ? BUCKETS_FEW : 1;
    if (draft.target() == Target.CASSANDRA) {
      buckets = Math.max(buckets, PartitionBound.places(members, ENTRY_BYTES));
    }
    // A bucket is a row or partition, whose writes one server takes one after the other.
    boolean shared = draft.target() == Target.HBASE || draft.target() == Target.CASSANDRA;
    return shared && atOnce > buckets
        ? Math.min(BUCKETS_MAX, PartitionBound.powerOfTwo(atOnce))
        : buckets;
  }

  private List<Decision.Rejected> rejected(
      double members, double atOnce, int buckets, List<String> reasons) {
    if (draft.target() == Target.IGNITE && atOnce >= AT_ONCE_TOLD) {
      reasons.add(
          String.format(
              Locale.ROOT,
              "members are in a tree there: %.0f of 100 writes meet another one in the same leaf"
                  + " if their order ascends with time, and are tried again; a further column of"
                  + " few values in 'on' gives each of its values a tree",
              100 * (1 - Math.exp(-atOnce))));
      IndexLayout objects =
          new IndexLayout(Representation.OBJECT, new HashedPartitions(BUCKETS_MANY));
      IndexCost cost = objects.cost(new IndexProfile(members, ENTRY_BYTES, 0));
      return List.of(
          new Decision.Rejected(
              objects.spelling(),
              String.format(
                  Locale.ROOT,
                  "%.0f of 100 writes would meet another one, but each list would read %s KiB,"
                      + " whatever its page",
                  100 * (1 - Math.exp(-atOnce / BUCKETS_MANY)),
                  Decisions.number(cost.bytesPerRead() / KIBIBYTE))));
    }
    if (buckets == 1) {
      return List.of();
    }
    if (draft.target() == Target.IGNITE) {
      reasons.add("on Ignite a tree divides the list; the buckets count on the other engines");
      return List.of();
    }
    int more = buckets * BUCKETS_FEW;
    return List.of(
        new Decision.Rejected(
            "single",
            "one bucket would hold all "
                + Decisions.number(members)
                + (atOnce >= AT_ONCE_TOLD ? ", and take all writes of the value" : "")),
        new Decision.Rejected(
            "hashed(" + more + ")",
            "each list would read " + more + " buckets and merge them, instead of " + buckets));
  }

  /** The writes of an index, of which those of statements that no log timed are none. */
  private Writes writes(IndexChoice index) {
    double count = 0;
    double millis = 0;
    for (Served one : served) {
      for (Step step : one.steps()) {
        if (step.kind().isWrite() && step.table().equals(index.table()) && changes(one, index)) {
          double entries = one.statement().template().count() * Math.max(1, step.found());
          count += entries;
          millis += entries * one.millis(draft.costs());
        }
      }
    }
    return count == 0 || seconds <= 0
        ? new Writes(0, 0)
        : new Writes(count / seconds, millis / count);
  }

  private static boolean changes(Served one, IndexChoice index) {
    return one.statement().path().orElseThrow().tables().stream()
        .anyMatch(use -> Influences.maintains(use, index));
  }
}
