package org.portolan.rehearsal.plan;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.portolan.advisor.serve.Step;
import org.portolan.data.Paging;

/**
 * Writes the reading calls of a statement as Java, each with the conditions that rows must meet.
 */
final class JavaReads {
  private final Plan plan;
  private final Map<Integer, JavaText.Variable> variables;
  private final JavaKeys keys;
  private final JavaChecks checks;
  private final Names names;
  private final String reader;
  private final List<String> lines;
  private final Set<String> comments;
  private final JavaPages pages;
  private final JavaTogether together;
  private final Map<List<Object>, String> filters = new HashMap<>();

  /** The values of lists whose rows are read page after page, by their uses. */
  private final Map<Integer, Listing> listings = new HashMap<>();

  /** A list that is read together with its rows. */
  private record Listing(Call call, JavaKeys.Keys values, JavaPages.PageRead read) {}

  /**
   * @param reader the variable from which rows are read: the store, or the transaction of a write
   * @param comments to which is added what a caller must know
   */
  JavaReads(
      Plan plan,
      Map<Integer, JavaText.Variable> variables,
      JavaKeys keys,
      JavaChecks checks,
      Names names,
      String reader,
      List<String> lines,
      Set<String> comments) {
    this.plan = plan;
    this.variables = variables;
    this.keys = keys;
    this.checks = checks;
    this.names = names;
    this.reader = reader;
    this.lines = lines;
    this.comments = comments;
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
      case COUNT -> lines.add("long " + names.take("number") + " = " + counter(call) + ";");
      case SUM -> lines.add(JavaSums.read(call, names.take("sum"), counter(call)));
      case GET, GET_PART -> rows(call);
      case LIST, UNIQUE -> list(call);
      case SCAN -> scan(call);
      default -> items(call);
    }
  }

  private String counter(Call call) {
    return reader + ".counter(" + JavaText.quoted(call.name()) + ")";
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
    int size = call.kind() == Step.Kind.UNIQUE ? 1 : page(call).orElse(Paging.LIMIT_MAX);
    return (call.backwards() ? "Paging.last(" : "Paging.first(") + size + ")";
  }

  /** Whether all of a list is read, however long it is. */
  boolean isWhole(Call call) {
    return JavaPages.isWhole(call, page(call));
  }

  /**
   * Whether a read is written as one that goes on after its first page. Of a whole list for a
   * change the entries are read first, and changed then; of a range, the rows, which show its end.
   */
  private boolean areOfPages(Call call, boolean single, String filter) {
    return pages.areRead(call, single, filter)
        || (single && isWhole(call) && !plan.changes() && !isWithItems(call))
        || (single && rowsOf(call).isPresent() && pages.isEndOfRange(call));
  }

  /** Whether items are read in the round trip of the rows whose keys a call lists. */
  private boolean isWithItems(Call call) {
    int rows = rowsOf(call).map(plan.calls()::indexOf).orElse(-1);
    return rows >= 0
        && plan.calls().stream()
            .anyMatch(other -> other.withCall() == rows && other.kind() != Step.Kind.GET_PART);
  }

  /** What a caller must know of a change of a whole list. */
  private void noteWhole(Call call) {
    if (isWhole(call) && plan.changes()) {
      comments.add(
          "// One write changes all of these rows or none, and holds them in memory until then.");
    }
  }

  private OptionalInt page(Call call) {
    // A change is of all rows of a range, which the page does not show.
    return plan.changes() && call.limit().isEmpty()
        ? OptionalInt.empty()
        : call.page(rowsFollow(call));
  }

  private void list(Call call) {
    JavaKeys.Keys values = keys.of(call, call.inputs(), lines);
    String start = new JavaStarts(checks).of(call);
    String index = JavaText.quoted(call.name());
    JavaPages.PageRead read =
        (from, value, paging) ->
            from + ".index(" + index + ", " + value + ", " + start + paging + ")";
    Optional<Call> rows = rowsOf(call);
    JavaText.Holds holds = rows.isPresent() ? JavaText.Holds.ROWS : JavaText.Holds.KEYS;
    noteWhole(call);
    if (areOfPages(call, values.single(), plan.changes() ? "" : filter(rows.orElse(call), holds))) {
      if (rows.isPresent()) {
        listings.put(call.use(), new Listing(call, values, read));
        return;
      }
      String name = variable(call, JavaText.Holds.KEYS, null);
      pages.write("Tuple", name, values, reading(call, read, holds, ""));
      return;
    }
    String name = variable(call, JavaText.Holds.KEYS, null);
    many("List<Tuple> " + name, call, values, read);
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

  /** A read of one list, or of several: in a batch where there is one. */
  private void many(String declared, Call call, JavaKeys.Keys values, JavaPages.PageRead read) {
    boolean whole = isWhole(call);
    if (values.single()) {
      one(declared, call, values, read);
      return;
    }
    String element = JavaElements.behind(call, plan.use(call));
    if (!element.isEmpty()) {
      comments.add(JavaElements.areRows(call, variables.get(call.use()).name()));
    }
    boolean listed = whole || !element.isEmpty();
    String one =
        whole
            ? JavaPages.whole(call, read, "reader", "value") + element + ".toList()"
            : read.text("reader", "value", paging(call))
                + (listed ? ".entries().stream()" + element + ".toList()" : "");
    lines.add(declared + " = store.read(batch -> {");
    String pages = names.take("pages");
    lines.add("  var " + pages + " = " + values.text() + ".stream()");
    lines.add("      .map(value -> batch.add(reader -> " + one + "))");
    lines.add("      .toList();");
    lines.add("  return () -> " + pages + ".stream()");
    lines.add("      .flatMap(page -> page.get()" + (listed ? "" : ".entries()") + ".stream())");
    if (variables.get(call.use()).holds() == JavaText.Holds.KEYS) {
      // Another writer may move a row to a later page; equal items are those of several owners.
      lines.add("      .distinct()");
    }
    kept(call, "      ");
    lines.add("});");
  }

  /** A declaration of the entries of one list, or of those that are kept. */
  private void one(String declared, Call call, JavaKeys.Keys values, JavaPages.PageRead read) {
    if (isWhole(call)) {
      lines.add(declared + " = " + JavaPages.whole(call, read, reader, values.text()));
      if (variables.get(call.use()).holds() == JavaText.Holds.KEYS) {
        // Another writer may move a row to a later page.
        lines.add("    .distinct()");
      }
      kept(call, "    ");
      return;
    }
    String entries = read.text(reader, values.text(), paging(call)) + ".entries()";
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
    noteWhole(call);
    if (areOfPages(call, leading.single(), variables.get(call.use()).filter())) {
      pages.write("EntityRow", name, leading, reading(call, read, JavaText.Holds.ROWS, ""));
    } else if (leading.single()) {
      one("List<EntityRow> " + name, call, leading, read);
    } else {
      String each =
          isWhole(call)
              ? JavaPages.whole(call, read, reader, "value")
              : read.text(reader, "value", paging(call)) + ".entries().stream()";
      lines.add("List<EntityRow> " + name + " = " + leading.text() + ".stream()");
      lines.add("    .flatMap(value -> " + each + ")");
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
        String filter = variables.get(call.use()).filter();
        lines.add("Map<Tuple, List<Item>> " + name + " = " + both.text() + ".stream()");
        lines.add("    .collect(Collectors.groupingBy(");
        lines.add("        both -> both.slice(0, " + keySize + "),");
        lines.add("        LinkedHashMap::new,");
        lines.add("        Collectors.flatMapping(");
        lines.add(
            "            both -> "
                + item(
                    reader,
                    entity,
                    "both.slice(0, " + keySize + ")",
                    collection,
                    "both.slice(" + keySize + ", both.size())")
                + ".stream()"
                + filter
                + ",");
        lines.add("            Collectors.toList())));");
      }
      return;
    }
    JavaKeys.Keys owners = keys.of(call, call.inputs().subList(0, keySize), lines);
    String name = variable(call, JavaText.Holds.ITEMS, owners);
    noteWhole(call);
    if (JavaItems.areReadWhereWritten(plan, call, owners)) {
      return;
    }
    JavaPages.PageRead read = itemsRead(call);
    if (areOfPages(call, owners.single(), variables.get(call.use()).filter())) {
      pages.write("Item", name, owners, reading(call, read, JavaText.Holds.ITEMS, ""));
      return;
    }
    if (owners.single()) {
      one("List<Item> " + name, call, owners, read);
      return;
    }
    String filter = variables.get(call.use()).filter();
    boolean whole = isWhole(call);
    pages.byOwner(
        name,
        owners,
        from ->
            List.of(
                whole
                    ? JavaPages.whole(call, read, from, "owner") + ".toList()"
                    : read.text(from, "owner", paging(call))),
        (whole ? "" : ".entries()") + (filter.isEmpty() ? "" : ".stream()" + filter + ".toList()"));
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
