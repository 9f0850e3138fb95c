package org.portolan.data.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.portolan.data.Store.Guarantee;
import org.portolan.data.internal.schema.SchemaNeeds;
import org.portolan.data.internal.schema.StoreSchema;
import org.portolan.design.Design;
import org.portolan.design.Expectations;
import org.portolan.design.PortableDesign;
import org.portolan.engine.Capabilities;
import org.portolan.engine.Capabilities.Requirements;
import org.portolan.engine.EngineProvider;
import org.portolan.engine.StoredSizes;
import org.portolan.engine.TableSchema;

/**
 * The operations of a design on an engine, with their costs. Immutable.
 *
 * @param choices what the engine chooses where the design leaves it the choice, each with its parts
 * @param guarantee the guarantee of every write
 * @param refusals why the engine cannot keep the design, each with a way out; a store of the design
 *     would not open. Empty if it can.
 * @param unserved what the design promises and this engine cannot serve, although it keeps the
 *     data: each with a way out
 * @param partitions the primary keys, in CQL, of tables whose partitions can have several rows;
 *     empty on an engine that does not store rows by partitions
 * @param writes every write of the design, each of a single row or item
 * @param reads every read of an entity, its collections, indexes and counters; an engine may refuse
 *     one that the design does not promise
 * @param windows the outdated or incomplete states that readers may see, and for how long; empty if
 *     derived changes are always seen together with their write
 * @param sizes the estimated sizes of rows, items and members, and how far they can grow; empty if
 *     the design is refused
 * @param assumptions the lengths of values that were assumed for {@code sizes}, each with the
 *     columns concerned
 * @param hotKeys the rows that many writes change, each with a way out
 * @param growth the rows that grow without bound, each with what it grows with
 */
public record TargetPlan(
    List<String> choices,
    Guarantee guarantee,
    List<String> refusals,
    List<String> unserved,
    List<String> partitions,
    List<Operation> writes,
    List<Operation> reads,
    List<String> windows,
    List<SizeEstimate> sizes,
    List<String> assumptions,
    List<String> hotKeys,
    List<String> growth) {

  public TargetPlan {
    choices = List.copyOf(choices);
    refusals = List.copyOf(refusals);
    unserved = List.copyOf(unserved);
    partitions = List.copyOf(partitions);
    writes = List.copyOf(writes);
    reads = List.copyOf(reads);
    windows = List.copyOf(windows);
    sizes = List.copyOf(sizes);
    assumptions = List.copyOf(assumptions);
    hotKeys = List.copyOf(hotKeys);
    growth = List.copyOf(growth);
  }

  /** Returns whether a store of the design opens on the engine and serves all that it promises. */
  public boolean fits() {
    return refusals.isEmpty() && unserved.isEmpty();
  }

  /** Plans a valid design on an engine, with the options that it gives to the engine's tables. */
  public static TargetPlan of(Design design, EngineProvider engine) {
    return of(design, engine, Expectations.NONE);
  }

  /** As above, with what is expected of the data, for the estimates of sizes. */
  public static TargetPlan of(Design design, EngineProvider engine, Expectations expected) {
    return of(design, engine.capabilities(), engine.sizes(), expected, engine::checkOptions);
  }

  /** Plans a valid design on an engine with some capabilities. */
  public static TargetPlan of(Design design, Capabilities capabilities) {
    return of(design, capabilities, StoredSizes.ENCODED, Expectations.NONE, table -> {});
  }

  /** As above, with the sizes that such an engine stores, and what is expected of the data. */
  public static TargetPlan of(
      Design design, Capabilities capabilities, StoredSizes stored, Expectations expected) {
    return of(design, capabilities, stored, expected, table -> {});
  }

  private static TargetPlan of(
      Design design,
      Capabilities capabilities,
      StoredSizes stored,
      Expectations expected,
      Consumer<TableSchema> checkOptions) {
    Guarantee guarantee = Guarantee.of(capabilities);
    Design concrete = PortableDesign.concrete(design, capabilities.items());
    StoreSchema schema = StoreSchema.of(concrete, capabilities);
    List<String> refusals = refusals(schema, capabilities);
    for (TableSchema table : schema.tables()) {
      try {
        checkOptions.accept(table);
      } catch (IllegalArgumentException wrongOption) {
        refusals.add(wrongOption.getMessage());
      }
    }
    Sizes sizes = new Sizes(schema, capabilities, stored, expected);
    List<SizeEstimate> estimates = refusals.isEmpty() ? sizes.all() : List.of();
    List<String> growth = new ArrayList<>();
    if (refusals.isEmpty()) {
      growth.addAll(Growth.of(design, schema, capabilities, estimates));
      sizes.keysTooLong().ifPresent(growth::add);
    }
    return new TargetPlan(
        choices(design, capabilities),
        guarantee,
        refusals,
        Unserved.of(schema, capabilities),
        Partitions.keys(schema, capabilities),
        new WritePlans(schema, capabilities).all(),
        new ReadPlans(schema, guarantee, capabilities).all(),
        Windows.of(schema, capabilities),
        estimates,
        sizes.assumptions(),
        HotKeys.of(schema, capabilities),
        growth);
  }

  private static List<String> choices(Design design, Capabilities capabilities) {
    List<String> choices = new ArrayList<>();
    PortableDesign.choices(design, capabilities.items())
        .forEach((choice, parts) -> choices.add(choice + ": " + SomeOf.names(parts)));
    List<String> inVain = PortableDesign.hashedInVain(design);
    if (!capabilities.items() && !inVain.isEmpty()) {
      choices.add("hashed(k) has no effect in a tree: " + SomeOf.names(inVain));
    }
    return choices;
  }

  private static List<String> refusals(StoreSchema schema, Capabilities capabilities) {
    SchemaNeeds needs = schema.needs();
    Requirements required = needs.requirements();
    List<String> refusals = new ArrayList<>();
    if (capabilities.transactions().compareTo(required.transactions()) < 0) {
      refusals.add(
          "neither transactions over several rows nor conditional, versioned changes of a row;"
              + " choose an engine that has one of them");
    }
    if (capabilities.keyOrder().compareTo(required.keyOrder()) < 0) {
      refusals.add(
          "no ordered scans, but "
              + need(needs.needingOrder())
              + " them; a collection stored as rows needs none if another collection in cells, an"
              + " object or a tree lists it (listed-by), or if it is stored so; a partition can be"
              + " left out");
    }
    if (required.items() && !capabilities.items()) {
      refusals.add(
          "no ordered items within a row, but "
              + need(needs.needingItems())
              + " them; leave out 'storage: cells', and 'cells' before a layout: the engine then"
              + " chooses; or store collections as object, object tree(n) or rows, and lay indexes"
              + " out as object hashed(k), object read-delta(r, d) or object tree(n)");
    }
    if (capabilities.atomicAdd().compareTo(required.atomicAdd()) < 0) {
      refusals.add(
          "no addition to a number in a transaction, but counters need it; remove the counters");
    }
    refusals.addAll(needs.refusals());
    return refusals;
  }

  private static String need(List<String> parts) {
    return String.join(", ", parts) + (parts.size() == 1 ? " needs" : " need");
  }
}
