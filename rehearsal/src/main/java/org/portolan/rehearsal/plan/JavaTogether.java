package org.portolan.rehearsal.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.portolan.advisor.serve.Step;

/** Writes reads of rows, and in the same round trip of what lies in them. */
final class JavaTogether {
  private final JavaReads reads;
  private final Map<Integer, JavaText.Variable> variables;
  private final JavaKeys keys;
  private final JavaChecks checks;
  private final Names names;
  private final JavaPages pages;
  private final List<String> lines;

  JavaTogether(
      JavaReads reads,
      Map<Integer, JavaText.Variable> variables,
      JavaKeys keys,
      JavaChecks checks,
      Names names,
      JavaPages pages,
      List<String> lines) {
    this.reads = reads;
    this.variables = variables;
    this.keys = keys;
    this.checks = checks;
    this.names = names;
    this.pages = pages;
    this.lines = lines;
  }

  void write(Call call, List<Call> riding) {
    List<Call> items = riding.stream().filter(other -> other.kind() != Step.Kind.GET_PART).toList();
    if (items.isEmpty()) {
      reads.rows(call);
      parts(riding, variables.get(call.use()).name());
      return;
    }
    JavaKeys.Keys of = call.listed() ? reads.listed(call) : keys.of(call, call.inputs(), lines);
    String entity = JavaText.quoted(call.place().entity().name());
    String rows = reads.variable(call, JavaText.Holds.ROWS, null);
    String list = of.single() ? "List.of(" + of.text() + ")" : of.text();
    lines.add("List<EntityRow> " + rows + " = new ArrayList<>();");
    List<String> found = new ArrayList<>();
    for (Call other : items) {
      String name = reads.variable(other, JavaText.Holds.ITEMS, of);
      lines.add(
          of.single()
              ? "List<Item> " + name + " = new ArrayList<>();"
              : "Map<Tuple, List<Item>> " + name + " = new LinkedHashMap<>();");
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
    List<String> inRows = new ArrayList<>();
    for (Call other : items) {
      String page = names.take(other.place().table().name() + "_read");
      inRows.add(page);
      lines.add("  var " + page + " = " + list + ".stream()");
      String one = "batch.add(reader -> " + riding(other, entity) + ")";
      lines.add(
          "      .map(owner -> " + (of.single() ? one : "Map.entry(owner, " + one + ")") + ")");
      lines.add("      .toList();");
    }
    lines.add("  return () -> {");
    String kept = variables.get(call.use()).filter();
    lines.add(
        "    " + read + ".get().forEach(row -> row" + kept + ".ifPresent(" + rows + "::add));");
    for (int place = 0; place < items.size(); place++) {
      boolean one = items.get(place).kind() == Step.Kind.GET_ITEM;
      String filter = variables.get(items.get(place).use()).filter();
      if (!of.single()) {
        byOwner(items.get(place), inRows.get(place), found.get(place), filter);
        continue;
      }
      String add = found.get(place) + "::add)";
      lines.add(
          "    "
              + inRows.get(place)
              + ".forEach(page -> "
              + (areOfPages(items.get(place))
                  ? "page.get().forEach(" + add
                  : one
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

  /** Keeps the items of several owners by these. */
  private void byOwner(Call call, String pages, String name, String filter) {
    String got = "page.getValue().get()";
    String kept;
    if (areOfPages(call)) {
      kept = got;
    } else if (call.kind() == Step.Kind.GET_ITEM) {
      kept = got + filter + ".stream().toList()";
    } else {
      kept = got + ".entries()" + (filter.isEmpty() ? "" : ".stream()" + filter + ".toList()");
    }
    lines.add("    " + pages + ".forEach(page -> " + name + ".put(page.getKey(), " + kept + "));");
  }

  /** What lies in columns of rows that were read: the rows, or those that are kept for it. */
  void parts(List<Call> riding, String rows) {
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
      return JavaReads.item("reader", entity, "owner", collection, itemKey);
    }
    JavaPages.PageRead read = JavaReads.itemsRead(call);
    return areOfPages(call)
        ? String.join(
                "",
                pages.chain("reader", "owner", reads.reading(call, read, JavaText.Holds.ITEMS, "")))
            + ".toList()"
        : read.text("reader", "owner", reads.paging(call));
  }

  private boolean areOfPages(Call call) {
    return call.kind() != Step.Kind.GET_ITEM
        && (pages.areRead(call, false, variables.get(call.use()).filter()) || reads.isWhole(call));
  }
}
