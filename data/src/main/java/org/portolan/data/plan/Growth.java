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
import org.portolan.design.Design;
import org.portolan.design.PortableDesign;
import org.portolan.design.ReferenceDesign;
import org.portolan.design.explain.About;
import org.portolan.design.index.Partitioning;
import org.portolan.engine.Capabilities;

/**
 * The places that grow without bound, each with the number of rows or items at which it reaches the
 * advised size: objects that are rewritten whole, and wide rows or partitions.
 */
final class Growth {
  /** The parts to propose if nothing is known of the number of rows. */
  private static final int PARTS = 16;

  /** More parts than any layout has. */
  private static final long PARTS_MAX = 1L << 40;

  private Growth() {}

  /**
   * @param design as it is written, which may leave layouts to the engine
   */
  static List<String> of(
      Design design, StoreSchema schema, Capabilities engine, List<SizeEstimate> sizes) {
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
          "wide rows, which one server holds, with a cell for each item, member or referring row: "
              + SomeOf.names(wide.stream().map(Growth::named).toList()));
    }
    for (EntitySchema entity : Partitions.clustered(schema, engine)) {
      SizeEstimate rows = byTitle.get("entity " + entity.name());
      if (rows.growing() == Growing.TOGETHER) {
        growth.add(Partitions.growth(entity, rows, partsFor(entity, sizes)));
      }
    }
    sizes.stream()
        .filter(SizeEstimate::exceedsAdvice)
        .map(each -> exceeding(design, each))
        .forEach(growth::add);
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

  private static String exceeding(Design design, SizeEstimate estimate) {
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
        remedy(design, estimate));
  }

  /** Returns how to write the design so that the expected rows stay within the advice. */
  private static String remedy(Design design, SizeEstimate estimate) {
    if (estimate.growing() == Growing.REWRITTEN) {
      return estimate.unit().equals("item")
          ? "write 'storage: object tree(64)'"
          : "write 'layout: object tree(64)'";
    }
    return switch (estimate.unit()) {
      case "member" -> hashed(design, estimate);
      case SizeEstimate.REFERRING -> shards(estimate);
      case "item" ->
          estimate.whose().equals("of one row")
              ? "store the items as rows of an entity whose key begins with that of their row"
              : "divide the partitions of their rows";
      default -> "see its partitions above";
    };
  }

  /** Returns the layout that divides a list, in the words of the design. */
  private static String hashed(Design design, SizeEstimate estimate) {
    long parts = partsFor(estimate);
    boolean within =
        design.entities().stream()
            .flatMap(entity -> entity.indexes().stream())
            .anyMatch(
                index -> index.name().equals(estimate.subject()) && index.within().isPresent());
    if (parts > Partitioning.BUCKETS_MAX) {
      return "no layout divides it far enough, since k of hashed(k) is at most "
          + String.format(Locale.ROOT, "%,d", Partitioning.BUCKETS_MAX)
          + ": name further columns in 'on' (of a counter 'by'), so that fewer rows come under one"
          + " value";
    }
    return (within ? "remove 'within' and write 'layout: " : "write 'layout: ")
        + (PortableDesign.leavesLayout(design, estimate.subject()) ? "" : "cells ")
        + "hashed("
        + parts
        + ")'";
  }

  private static String shards(SizeEstimate estimate) {
    long parts = partsFor(estimate);
    return parts <= ReferenceDesign.SHARDS_MAX
        ? "write 'shards: " + parts + "'"
        : "no number of shards divides it far enough, since there are at most "
            + ReferenceDesign.SHARDS_MAX
            + ": let fewer rows refer to one, or leave the reference out";
  }

  /** Returns a power of two of parts that keeps the expected units within the advice. */
  private static long partsFor(SizeEstimate estimate) {
    long each = Math.max(1, estimate.advised() / estimate.parts());
    long parts = estimate.expected().isPresent() ? 2 : PARTS;
    while (parts < PARTS_MAX && SizeEstimate.times(parts, each) < estimate.expected().orElse(0)) {
      parts *= 2;
    }
    return parts;
  }
}
