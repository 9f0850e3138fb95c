package org.portolan.data.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.portolan.data.internal.schema.EntitySchema;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.data.plan.SizeEstimate.Growing;
import org.portolan.engine.Capabilities;

/**
 * The places that grow without bound, each with the number of rows or items at which it reaches the
 * advised size: objects that are rewritten whole, and wide rows or partitions.
 */
final class Growth {
  /** The parts to propose if nothing is known of the number of rows. */
  private static final int PARTS = 16;

  private Growth() {}

  static List<String> of(StoreSchema schema, Capabilities engine, List<SizeEstimate> sizes) {
    Map<String, SizeEstimate> byTitle =
        sizes.stream().collect(Collectors.toMap(SizeEstimate::title, Function.identity()));
    List<String> growth = new ArrayList<>();
    List<SizeEstimate> objects = sizes.stream().filter(Growth::isObject).toList();
    if (!objects.isEmpty()) {
      growth.add(
          "objects that each change rewrites whole: "
              + SomeOf.names(objects.stream().map(Growth::named).toList())
              + "; object tree(n) rewrites a leaf");
    }
    List<SizeEstimate> wide = sizes.stream().filter(Growth::isWide).toList();
    if (!wide.isEmpty()) {
      growth.add(
          "wide rows, which one server holds, with a cell for each item or member: "
              + SomeOf.names(wide.stream().map(Growth::named).toList()));
    }
    for (EntitySchema entity : Partitions.clustered(schema, engine)) {
      SizeEstimate rows = byTitle.get("entity " + entity.name());
      if (rows.growing() == Growing.TOGETHER) {
        growth.add(Partitions.growth(entity, rows, partsFor(entity, sizes)));
      }
    }
    sizes.stream().filter(SizeEstimate::exceedsAdvice).map(Growth::exceeding).forEach(growth::add);
    return growth;
  }

  /** Returns into how many parts to divide partitions, so that their items fit too. */
  private static long partsFor(EntitySchema entity, List<SizeEstimate> sizes) {
    return sizes.stream()
        .filter(each -> each.whose().equals(Partitions.whose(entity)))
        .filter(each -> (each.subject() + ".").startsWith(entity.name() + "."))
        .mapToLong(Growth::partsFor)
        .max()
        .orElseThrow();
  }

  private static boolean isObject(SizeEstimate estimate) {
    return estimate.growing() == Growing.REWRITTEN;
  }

  private static boolean isWide(SizeEstimate estimate) {
    return estimate.growing() == Growing.TOGETHER && !estimate.unit().equals("row");
  }

  /** Returns {@code index by_paid (64 KB in a bucket at 2,100 members of one value)}. */
  private static String named(SizeEstimate estimate) {
    String name = estimate.title().replaceFirst(",.*", "");
    return String.format(
        Locale.ROOT,
        "%s (%s in %s at %s %ss)",
        name,
        isObject(estimate) ? "64 KiB" : About.bytes(estimate.placeBytes(estimate.advised())),
        estimate.onePlace(),
        About.number(estimate.advised()),
        estimate.unit());
  }

  private static String exceeding(SizeEstimate estimate) {
    return String.format(
        Locale.ROOT,
        "too large for what you expect: %s, %s %ss %s, %s in %s; %s is reached at %s; %s",
        estimate.title(),
        About.number(estimate.expected().orElseThrow()),
        estimate.unit(),
        estimate.whose(),
        About.bytes(estimate.placeBytes(estimate.expected().orElseThrow())),
        estimate.onePlace(),
        estimate.advice(),
        About.number(estimate.advised()),
        remedy(estimate));
  }

  /** Returns how to write the design so that the expected rows stay within the advice. */
  private static String remedy(SizeEstimate estimate) {
    if (estimate.growing() == Growing.REWRITTEN) {
      return estimate.unit().equals("item")
          ? "write 'storage: object tree(64)'"
          : "write 'layout: object tree(64)'";
    }
    return switch (estimate.unit()) {
      case "member" -> "write 'layout: cells hashed(" + partsFor(estimate) + ")'";
      case "item" ->
          estimate.whose().equals("of one row")
              ? "store the items as rows of an entity whose key begins with that of their row"
              : "divide the partitions of their rows";
      default -> "see its partitions above";
    };
  }

  /** Returns a power of two of parts that keeps the expected units within the advice. */
  private static long partsFor(SizeEstimate estimate) {
    long each = Math.max(1, estimate.advised() / estimate.parts());
    long parts = estimate.expected().isPresent() ? 2 : PARTS;
    while (parts * each < estimate.expected().orElse(0)) {
      parts *= 2;
    }
    return parts;
  }
}
