package org.portolan.design.check;

import java.util.List;
import java.util.Optional;
import org.portolan.design.EntityDesign;
import org.portolan.design.key.KeyLayout;
import org.portolan.design.key.TimeBuckets;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType.Kind;

/** The rules for the partition of an entity's rows. */
final class PartitionRules {
  private final EntityDesign entity;
  private final Findings findings;
  private final String path;

  PartitionRules(EntityDesign entity, Findings findings) {
    this.entity = entity;
    this.findings = findings;
    this.path = Paths.of(entity);
  }

  void check() {
    List<KeyColumn> key = entity.key();
    Optional<TimeBuckets> buckets = entity.partition().buckets();
    if (entity.partition().stated() > key.size()) {
      findings.add(
          path + ".partition",
          "the partition has " + entity.partition().stated() + " columns of a key of " + key.size(),
          "name leading columns of the key");
      return;
    }
    if (buckets.isEmpty() || key.isEmpty() || isUnreadable()) {
      return;
    }
    checkYears(buckets.get());
    int columns = entity.partition().columns(entity.keyLayout(), key.size());
    if (columns >= key.size()) {
      findings.add(
          path + ".buckets",
          "each row is a partition of its own, so there is nothing to cut into buckets",
          key.size() == 1
              ? "put the column that rows share before it in the key, and name it as the partition"
              : "name the columns that rows share: 'partition: [" + key.get(0).name() + "]'");
      return;
    }
    checkColumn(buckets.get(), key.get(columns));
    checkPrefix(columns);
  }

  private boolean isUnreadable() {
    return findings.isUnreadable(path + ".partition")
        || findings.isUnreadable(path + ".key-layout")
        || findings.isUnreadable(path + ".key");
  }

  private void checkYears(TimeBuckets buckets) {
    String place = path + ".buckets." + buckets.column();
    if (buckets.from() < 1
        || buckets.to() > TimeBuckets.YEAR_MAX
        || buckets.from() > buckets.to()) {
      findings.add(
          place,
          "there are no years from " + buckets.from() + " to " + buckets.to(),
          "use years from 1 to " + TimeBuckets.YEAR_MAX + ", the earlier one as 'from'");
    } else if (!buckets.isSound()) {
      findings.add(
          place,
          buckets.count() + " buckets are too many, since a scan may have to look into each",
          "use at most "
              + TimeBuckets.BUCKETS_MAX
              + ": fewer years, or a longer unit; earlier and later times are in the first and the"
              + " last bucket");
    }
  }

  private void checkColumn(TimeBuckets buckets, KeyColumn next) {
    String place = path + ".buckets." + buckets.column();
    String nextPath = path + ".key." + next.name();
    if (!buckets.column().equals(next.name())) {
      findings.add(
          place,
          "'" + buckets.column() + "' is not the key column right behind the partition",
          "use '"
              + next.name()
              + "', or move '"
              + buckets.column()
              + "' there: rows are scanned in"
              + " the order of the key, so buckets must be in this order too");
    } else if (findings.isUnreadable(nextPath) || findings.isUnreadable(nextPath + ".type")) {
      return;
    } else if (next.type().kind() != Kind.TIMESTAMP) {
      findings.add(
          place,
          "'" + next.name() + "' is " + next.type().spelling() + ", not a timestamp",
          "divide the rows by number: '{md5-modulo: {range: 16}}' as key layout beside the"
              + " partition");
    } else if (next.nullable()) {
      findings.add(
          place, "'" + next.name() + "' may be null, which is in no bucket", "remove 'nullable'");
    }
  }

  /** A prefix that rows of one partition do not share would divide every bucket once more. */
  private void checkPrefix(int columns) {
    KeyLayout layout = entity.keyLayout();
    if (layout.prefixRange() > 1 && (layout.over() == 0 || layout.over() > columns)) {
      findings.add(
          path + ".buckets",
          "the prefix of the key layout already divides the rows of a partition, by number",
          "use either: for buckets of time alone, the layout plain, or md5-modulo with 'over: ["
              + String.join(", ", entity.partitionColumns())
              + "]'");
    }
  }
}
