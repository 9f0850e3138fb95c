package org.portolan.rehearsal.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.portolan.advisor.access.TableUse;
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
  }

  /**
   * Writes a read.
   *
   * @param riding the calls that are made in its round trip
   */
  void write(Call call, List<Call> riding) {
    if (!riding.isEmpty()) {
      together(call, riding);
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

  private String variable(Call call, JavaText.Holds holds, JavaKeys.Keys owners) {
    String suffix = holds == JavaText.Holds.KEYS ? "_keys" : "";
    String name = names.take(call.place().table().name() + suffix);
    String filter =
        holds == JavaText.Holds.KEYS && rowsFollow(call) ? "" : checks.filter(call, holds);
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

  private boolean rowsFollow(Call call) {
    int next = plan.calls().indexOf(call) + 1;
    return next < plan.calls().size() && plan.calls().get(next).listed();
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

  private void rows(Call call) {
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

  private JavaKeys.Keys listed(Call call) {
    return new JavaKeys.Keys(variables.get(call.use()).name(), false);
  }

  private String paging(Call call) {
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
    String start;
    if (call.ranged().isPresent() && !call.backwards()) {
      start = rangeStart(call, call.ranged().get());
    } else {
      start =
          call.besideNulls().map(column -> "Tuple.of(" + beside(call, column) + "), ").orElse("");
    }
    String name = variable(call, JavaText.Holds.KEYS, null);
    String index = JavaText.quoted(call.name());
    many(
        "List<Tuple> " + name,
        call,
        values,
        (from, value) ->
            from + ".index(" + index + ", " + value + ", " + start + paging(call) + ")");
  }

  /** The end of its range at which a list is entered; none if the range has none there. */
  private String rangeStart(Call call, String column) {
    Place place = call.place().columns().get(column);
    Set<TableUse.End> ends = plan.use(call).ends().getOrDefault(column, Set.of());
    boolean lower = call.isAscending() || ends.isEmpty();
    boolean open = !ends.isEmpty() && ends.stream().noneMatch(end -> end.isLower() == lower);
    return open ? "" : "Tuple.of(" + checks.end(call, column, place, lower) + "), ";
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
    if (leading.single()) {
      page(
          "List<EntityRow> " + name,
          scan(entity, leading.text(), paging(call)) + ".entries()",
          call);
    } else {
      lines.add("List<EntityRow> " + name + " = " + leading.text() + ".stream()");
      lines.add(
          "    .flatMap(value -> " + scan(entity, "value", paging(call)) + ".entries().stream())");
      kept(call, "    ");
    }
  }

  private String scan(String entity, String leading, String paging) {
    return reader + ".scan(" + entity + ", " + leading + ", Columns.ALL, " + paging + ")";
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
    many(
        "List<Item> " + name,
        call,
        owners,
        (from, owner) ->
            from
                + ".items("
                + entity
                + ", "
                + owner
                + ", "
                + collection
                + ", "
                + paging(call)
                + ")");
  }

  private static String item(
      String from, String entity, String owner, String collection, String itemKey) {
    return from + ".item(" + entity + ", " + owner + ", " + collection + ", " + itemKey + ")";
  }

  /** Rows, and in the same round trip what lies in them. */
  private void together(Call call, List<Call> riding) {
    List<Call> items = riding.stream().filter(other -> other.kind() != Step.Kind.GET_PART).toList();
    if (items.isEmpty()) {
      rows(call);
      parts(riding, variables.get(call.use()).name());
      return;
    }
    JavaKeys.Keys of = call.listed() ? listed(call) : keys.of(call, call.inputs(), lines);
    String entity = JavaText.quoted(call.place().entity().name());
    String rows = variable(call, JavaText.Holds.ROWS, null);
    String list = of.single() ? "List.of(" + of.text() + ")" : of.text();
    lines.add("List<EntityRow> " + rows + " = new ArrayList<>();");
    List<String> found = new ArrayList<>();
    for (Call other : items) {
      String name = variable(other, JavaText.Holds.ITEMS, of);
      lines.add("List<Item> " + name + " = new ArrayList<>();");
      found.add(name);
    }
    lines.add("store.read(batch -> {");
    String read = names.take("read");
    lines.add(
        "  var "
            + read
            + " = batch.add(reader -> reader.getAll("
            + entity
            + ", "
            + list
            + ", Columns.ALL));");
    List<String> pages = new ArrayList<>();
    for (Call other : items) {
      String page = names.take(other.place().table().name() + "_read");
      pages.add(page);
      lines.add("  var " + page + " = " + list + ".stream()");
      lines.add("      .map(owner -> batch.add(reader -> " + riding(other, entity) + "))");
      lines.add("      .toList();");
    }
    lines.add("  return () -> {");
    String kept = variables.get(call.use()).filter();
    lines.add(
        "    " + read + ".get().forEach(row -> row" + kept + ".ifPresent(" + rows + "::add));");
    for (int place = 0; place < items.size(); place++) {
      boolean one = items.get(place).kind() == Step.Kind.GET_ITEM;
      String filter = variables.get(items.get(place).use()).filter();
      String add = found.get(place) + "::add)";
      lines.add(
          "    "
              + pages.get(place)
              + ".forEach(page -> "
              + (one
                  ? "page.get()" + filter + ".ifPresent(" + add
                  : "page.get().entries()"
                      + (filter.isEmpty() ? "" : ".stream()" + filter)
                      + ".forEach("
                      + add)
              + ");");
    }
    lines.add("    return null;");
    lines.add("  };");
    lines.add("});");
    parts(riding, rows);
  }

  /** What lies in columns of rows that were read: the rows, or those that are kept for it. */
  private void parts(List<Call> riding, String rows) {
    for (Call part : riding) {
      if (part.kind() == Step.Kind.GET_PART) {
        String filter = checks.filter(part, JavaText.Holds.ROWS);
        String name = filter.isEmpty() ? rows : names.take(part.place().table().name());
        if (!filter.isEmpty()) {
          lines.add("List<EntityRow> " + name + " = " + rows + ".stream()");
          lines.add("    " + filter);
          lines.add("    .toList();");
        }
        variables.put(
            part.use(),
            new JavaText.Variable(
                name, JavaText.Holds.ROWS, part.place(), part.inputs(), null, false, filter));
      }
    }
  }

  private String riding(Call call, String entity) {
    String collection = JavaText.quoted(call.place().collection());
    if (call.kind() == Step.Kind.GET_ITEM) {
      int keySize = call.place().entity().key().size();
      String itemKey = keys.single(call, call.inputs().subList(keySize, call.inputs().size()));
      return item("reader", entity, "owner", collection, itemKey);
    }
    return "reader.items(" + entity + ", owner, " + collection + ", " + paging(call) + ")";
  }
}
