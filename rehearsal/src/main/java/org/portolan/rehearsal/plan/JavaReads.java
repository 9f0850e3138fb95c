package org.portolan.rehearsal.plan;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.portolan.advisor.serve.Step;
import org.portolan.rehearsal.layout.Place;
import org.portolan.types.ScalarType;

/**
 * Writes the reading calls of a statement as Java, each with the conditions that rows must meet.
 */
final class JavaReads {
  private static final String UNLIMITED = "Paging.LIMIT_MAX";

  private final Plan plan;
  private final Map<Integer, JavaText.Variable> variables;
  private final JavaKeys keys;
  private final JavaChecks checks;
  private final Names names;
  private final String reader;
  private final List<String> lines;
  private final JavaPages pages;
  private final JavaTogether together;
  private final Map<List<Object>, String> filters = new HashMap<>();

  /** The values of lists whose rows are read page after page, by their uses. */
  private final Map<Integer, Listing> listings = new HashMap<>();

  /** A list that is read together with its rows. */
  private record Listing(Call call, JavaKeys.Keys values, JavaPages.PageRead read) {}

  /**
   * @param reader the variable from which rows are read: the store, or the transaction of a write
   */
  JavaReads(
      Plan plan,
      Map<Integer, JavaText.Variable> variables,
      JavaKeys keys,
      JavaChecks checks,
      Names names,
      String reader,
      List<String> lines) {
    this.plan = plan;
    this.variables = variables;
    this.keys = keys;
    this.checks = checks;
    this.names = names;
    this.reader = reader;
    this.lines = lines;
    this.pages = new JavaPages(plan, checks, names, reader, reader.equals("transaction"), lines);
    this.together = new JavaTogether(this, variables, keys, checks, names, pages, lines);
  }

  /**
   * Writes a read.
   *
   * @param riding the calls that are made in its round trip
   */
  void write(Call call, List<Call> riding) {
    if (listings.containsKey(call.use()) && call.listed()) {
      pagedRows(call);
      List<Call> parts =
          riding.stream().filter(other -> other.kind() == Step.Kind.GET_PART).toList();
      together.parts(parts, variables.get(call.use()).name());
      riding.stream().filter(other -> !parts.contains(other)).forEach(this::items);
      return;
    }
    if (!riding.isEmpty()) {
      together.write(call, riding);
      return;
    }
    switch (call.kind()) {
      case COUNT -> lines.add("long " + names.take("number") + " = " + counter(call));
      case SUM -> lines.add("long " + names.take("sum") + " = " + counter(call));
      case GET, GET_PART -> rows(call);
      case LIST, UNIQUE -> list(call);
      case SCAN -> scan(call);
      default -> items(call);
    }
  }

  private String counter(Call call) {
    return reader + ".counter(" + JavaText.quoted(call.name()) + ");";
  }

  String variable(Call call, JavaText.Holds holds, JavaKeys.Keys owners) {
    String suffix = holds == JavaText.Holds.KEYS ? "_keys" : "";
    String name = names.take(call.place().table().name() + suffix);
    String filter = holds == JavaText.Holds.KEYS && rowsFollow(call) ? "" : filter(call, holds);
    variables.put(
        call.use(),
        new JavaText.Variable(
            name,
            holds,
            call.place(),
            call.inputs(),
            owners,
            call.kind() == Step.Kind.GET_ITEM,
            filter));
    return name;
  }

  /** The conditions on what a call has read. */
  private String filter(Call call, JavaText.Holds holds) {
    return filters.computeIfAbsent(List.of(call, holds), any -> checks.filter(call, holds));
  }

  private boolean rowsFollow(Call call) {
    return rowsOf(call).isPresent();
  }

  /** The call that reads the rows whose keys another lists. */
  private Optional<Call> rowsOf(Call call) {
    int next = plan.calls().indexOf(call) + 1;
    return plan.calls().stream().skip(next).limit(1).filter(Call::listed).findFirst();
  }

  /** The lines of a stream that end it: what it keeps of what a call has read, as a list. */
  private void kept(Call call, String indent) {
    String filter = variables.get(call.use()).filter();
    if (!filter.isEmpty()) {
      lines.add(indent + filter);
    }
    lines.add(indent + ".toList();");
  }

  /** A declaration of what a stream has, in one line if that is all. */
  private void streamed(String declared, String stream, Call call) {
    if (variables.get(call.use()).filter().isEmpty()) {
      lines.add(declared + " = " + stream + ".toList();");
    } else {
      lines.add(declared + " = " + stream);
      kept(call, "    ");
    }
  }

  void rows(Call call) {
    String entity = JavaText.quoted(call.place().entity().name());
    JavaKeys.Keys of = call.listed() ? listed(call) : keys.of(call, call.inputs(), lines);
    String name = variable(call, JavaText.Holds.ROWS, null);
    if (of.single()) {
      String got = reader + ".get(" + entity + ", " + of.text() + ", Columns.ALL).stream()";
      streamed("List<EntityRow> " + name, got, call);
    } else {
      lines.add("List<EntityRow> " + name + " =");
      lines.add(
          "    " + reader + ".getAll(" + entity + ", " + of.text() + ", Columns.ALL).stream()");
      lines.add("        .flatMap(Optional::stream)");
      kept(call, "        ");
    }
  }

  JavaKeys.Keys listed(Call call) {
    return new JavaKeys.Keys(variables.get(call.use()).name(), false);
  }

  String paging(Call call) {
    String size =
        call.kind() == Step.Kind.UNIQUE
            ? "1"
            : page(call).isPresent() ? "" + page(call).getAsInt() : UNLIMITED;
    return (call.backwards() ? "Paging.last(" : "Paging.first(") + size + ")";
  }

  private OptionalInt page(Call call) {
    // A change is of all rows of a range, which the page does not show.
    return plan.changes() && call.limit().isEmpty()
        ? OptionalInt.empty()
        : call.page(rowsFollow(call));
  }

  private void list(Call call) {
    JavaKeys.Keys values = keys.of(call, call.inputs(), lines);
    String start = start(call);
    String index = JavaText.quoted(call.name());
    JavaPages.PageRead read =
        (from, value, paging) ->
            from + ".index(" + index + ", " + value + ", " + start + paging + ")";
    Optional<Call> rows = rowsOf(call);
    JavaText.Holds holds = rows.isPresent() ? JavaText.Holds.ROWS : JavaText.Holds.KEYS;
    if (pages.areRead(
        call, values.single(), plan.changes() ? "" : filter(rows.orElse(call), holds))) {
      if (rows.isPresent()) {
        listings.put(call.use(), new Listing(call, values, read));
        return;
      }
      String name = variable(call, JavaText.Holds.KEYS, null);
      pages.write("Tuple", name, values, reading(call, read, holds, ""));
      return;
    }
    String name = variable(call, JavaText.Holds.KEYS, null);
    many(
        "List<Tuple> " + name, call, values, (from, value) -> read.text(from, value, paging(call)));
  }

  JavaPages.Reading reading(
      Call call, JavaPages.PageRead read, JavaText.Holds holds, String entity) {
    return new JavaPages.Reading(call, read, holds, entity, variables.get(call.use()).filter());
  }

  /** Rows whose keys are listed page after page. */
  private void pagedRows(Call call) {
    Listing listing = listings.get(call.use());
    String name = variable(call, JavaText.Holds.ROWS, null);
    pages.write(
        "EntityRow",
        name,
        listing.values(),
        reading(listing.call(), listing.read(), JavaText.Holds.ROWS, call.place().entity().name()));
  }

  /** Where an index is entered, as an argument; empty if at its beginning or its end. */
  private String start(Call call) {
    Optional<Range> range = call.ranged().flatMap(any -> call.range());
    if (range.isEmpty() || range.get().near().isEmpty()) {
      if (range.isPresent() && !range.get().known()) {
        return unknownStart(call, range.get());
      }
      return call.besideNulls()
          .map(column -> "Tuple.of(" + beside(call, column) + "), ")
          .orElse("");
    }
    if (range.get().entry() == Range.Entry.END_OF_LIST) {
      return "";
    }
    Place place = call.place().columns().get(range.get().column());
    boolean lower = range.get().near().get().isLower();
    return "Tuple.of(" + checks.start(call, range.get().column(), place, lower) + "), ";
  }

  /** Where an index is entered for {@code LIKE 'a%'}: the statement tells only the beginning. */
  private String unknownStart(Call call, Range range) {
    if (!range.upwards() || call.backwards()) {
      throw new JavaText.NotWrittenException(
          "the list is read from its greatest values, and none tells where those of "
              + range.column()
              + " end");
    }
    Place place = call.place().columns().get(range.column());
    return "Tuple.of(" + checks.start(call, range.column(), place, true) + "), ";
  }

  /** The value beside which the list is entered: nulls are the lowest ones, and are left out. */
  private static String beside(Call call, String column) {
    if (!call.isAscending()) {
      return "(Object) null";
    }
    ScalarType type = (ScalarType) call.place().columns().get(column).type();
    return "Values.least(ScalarType."
        + (type.kind() == ScalarType.Kind.DECIMAL
            ? "decimal(" + type.precision() + ", " + type.scale() + ")"
            : type.kind().name())
        + ")";
  }

  private interface OneRead {
    String text(String from, String value);
  }

  /** A read of one list, or of several: in a batch where there is one. */
  private void many(String declared, Call call, JavaKeys.Keys values, OneRead read) {
    if (values.single()) {
      page(declared, read.text(reader, values.text()) + ".entries()", call);
      return;
    }
    String one = read.text("reader", "value");
    lines.add(declared + " = store.read(batch -> {");
    String pages = names.take("pages");
    lines.add("  var " + pages + " = " + values.text() + ".stream()");
    lines.add("      .map(value -> batch.add(reader -> " + one + "))");
    lines.add("      .toList();");
    lines.add("  return () -> " + pages + ".stream()");
    lines.add("      .flatMap(page -> page.get().entries().stream())");
    lines.add("      .distinct()");
    kept(call, "      ");
    lines.add("});");
  }

  /** A declaration of the entries of a page, or of those that are kept. */
  private void page(String declared, String entries, Call call) {
    if (variables.get(call.use()).filter().isEmpty()) {
      lines.add(declared + " = " + entries + ";");
    } else {
      streamed(declared, entries + ".stream()", call);
    }
  }

  private void scan(Call call) {
    JavaKeys.Keys leading = keys.of(call, call.inputs(), lines);
    String name = variable(call, JavaText.Holds.ROWS, null);
    String entity = JavaText.quoted(call.place().entity().name());
    JavaPages.PageRead read =
        (from, value, paging) ->
            from + ".scan(" + entity + ", " + value + ", Columns.ALL, " + paging + ")";
    if (pages.areRead(call, leading.single(), variables.get(call.use()).filter())) {
      pages.write("EntityRow", name, leading, reading(call, read, JavaText.Holds.ROWS, ""));
    } else if (leading.single()) {
      page(
          "List<EntityRow> " + name,
          read.text(reader, leading.text(), paging(call)) + ".entries()",
          call);
    } else {
      lines.add("List<EntityRow> " + name + " = " + leading.text() + ".stream()");
      lines.add(
          "    .flatMap(value -> "
              + read.text(reader, "value", paging(call))
              + ".entries().stream())");
      kept(call, "    ");
    }
  }

  private void items(Call call) {
    int keySize = call.place().entity().key().size();
    String entity = JavaText.quoted(call.place().entity().name());
    String collection = JavaText.quoted(call.place().collection());
    if (call.kind() == Step.Kind.GET_ITEM) {
      JavaKeys.Keys both = keys.of(call, call.inputs(), lines);
      if (JavaItems.areReadWhereWritten(plan, call, both)) {
        String unused = variable(call, JavaText.Holds.ITEMS, both);
        return;
      }
      List<Input> owner = call.inputs().subList(0, keySize);
      JavaKeys.Keys owners =
          both.single() ? new JavaKeys.Keys(keys.single(call, owner), true) : both;
      String name = variable(call, JavaText.Holds.ITEMS, owners);
      if (both.single()) {
        String itemKey = keys.single(call, call.inputs().subList(keySize, call.inputs().size()));
        streamed(
            "List<Item> " + name,
            item(reader, entity, owners.text(), collection, itemKey) + ".stream()",
            call);
      } else {
        // One after the other in the text; a batch makes them in one round trip.
        lines.add("List<Item> " + name + " = " + both.text() + ".stream()");
        lines.add(
            "    .flatMap(value -> "
                + item(
                    reader,
                    entity,
                    "value.slice(0, " + keySize + ")",
                    collection,
                    "value.slice(" + keySize + ", value.size())")
                + ".stream())");
        kept(call, "    ");
      }
      return;
    }
    JavaKeys.Keys owners = keys.of(call, call.inputs().subList(0, keySize), lines);
    String name = variable(call, JavaText.Holds.ITEMS, owners);
    if (JavaItems.areReadWhereWritten(plan, call, owners)) {
      return;
    }
    JavaPages.PageRead read = itemsRead(call);
    if (pages.areRead(call, owners.single(), variables.get(call.use()).filter())) {
      pages.write("Item", name, owners, reading(call, read, JavaText.Holds.ITEMS, ""));
      return;
    }
    many("List<Item> " + name, call, owners, (from, owner) -> read.text(from, owner, paging(call)));
  }

  static JavaPages.PageRead itemsRead(Call call) {
    String entity = JavaText.quoted(call.place().entity().name());
    String collection = JavaText.quoted(call.place().collection());
    return (from, owner, paging) ->
        from + ".items(" + entity + ", " + owner + ", " + collection + ", " + paging + ")";
  }

  static String item(String from, String entity, String owner, String collection, String itemKey) {
    return from + ".item(" + entity + ", " + owner + ", " + collection + ", " + itemKey + ")";
  }
}
