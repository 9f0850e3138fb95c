package org.portolan.rehearsal.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.portolan.data.Paging;

/**
 * Writes reads that go on, page after page, until there are as many rows as a statement wants, or
 * the list or its range ends. A page of a list is no page of the result if some of its rows do not
 * meet the conditions, no page has all of a long list, and from the end of a list its entries come
 * in the order of the list.
 */
final class JavaPages {
  private static final String UNLIMITED = "Paging.LIMIT_MAX";

  private final Plan plan;
  private final JavaChecks checks;
  private final Names names;
  private final String reader;
  private final boolean transactional;
  private final List<String> lines;

  /**
   * @param reader the variable from which rows are read
   * @param transactional whether that is the transaction of a write
   */
  JavaPages(
      Plan plan,
      JavaChecks checks,
      Names names,
      String reader,
      boolean transactional,
      List<String> lines) {
    this.plan = plan;
    this.checks = checks;
    this.names = names;
    this.reader = reader;
    this.transactional = transactional;
    this.lines = lines;
  }

  /** A call that reads one page. */
  interface PageRead {
    String text(String from, String value, String paging);
  }

  /**
   * What is read.
   *
   * @param call the call that lists
   * @param holds what the result holds; rows of a call that lists keys are read by these
   * @param entity the entity whose rows are read by the keys; empty if what is listed is the result
   * @param filter the call of a stream that keeps what meets the conditions; empty if all does
   */
  record Reading(Call call, PageRead read, JavaText.Holds holds, String entity, String filter) {}

  /**
   * Returns whether a read goes on after its first page, or turns its entries round.
   *
   * @param single whether one list is read
   * @param filter that of what it finds
   */
  boolean areRead(Call call, boolean single, String filter) {
    if (plan.changes()) {
      return false;
    }
    if (call.limit().isPresent()
        ? !filter.isEmpty() || call.limit().getAsInt() > Paging.LIMIT_MAX
        : isToItsEnd(call)) {
      return true;
    }
    boolean one = call.limit().isPresent() && call.limit().getAsInt() == 1;
    boolean ordered = single || (call.limit().isPresent() && !call.isOfSeveral());
    return (call.backwards() || call.turned()) && ordered && !one;
  }

  /**
   * Returns whether all of a list is read, however long it is.
   *
   * @param page the rows that a page has; empty if all are read
   */
  static boolean isWhole(Call call, OptionalInt page) {
    return call.kind().isOrdered() && page.isEmpty();
  }

  /** Returns a stream of all entries of a list, which is read page after page. */
  static String whole(Call call, PageRead read, String from, String value) {
    return stream(paging(call, UNLIMITED), read, from, value);
  }

  /** Returns the same in the order of the list. */
  static String whole(PageRead read, String from, String value) {
    return stream("Paging.first(" + UNLIMITED + ")", read, from, value);
  }

  private static String stream(String paging, PageRead read, String from, String value) {
    return paging + ".stream(page -> " + read.text(from, value, "page") + ")";
  }

  private static String paging(Call call, String size) {
    return "Paging." + (call.backwards() ? "last(" : "first(") + size + ")";
  }

  /**
   * Returns whether what is read is a stream that nothing holds: that of one list, all of which the
   * application computes a value from.
   *
   * @param single whether one list is read
   */
  private boolean isStream(Call call, boolean single) {
    List<Call> calls = plan.calls();
    Call last = calls.get(calls.size() - 1);
    return single
        && !transactional
        && plan.path().grouped()
        && plan.path().parts() == 1
        && call.limit().isEmpty()
        && !call.turned()
        && last.use() == call.use()
        && (last.equals(call) || last.listed())
        && last.withCall() < 0;
  }

  /** Returns whether a change reads a list whose rows show where its range ends. */
  boolean isEndOfRange(Call call) {
    return plan.changes()
        && call.limit().isEmpty()
        && !call.backwards()
        && call.ranged().isPresent()
        && !new JavaEnds(plan, names, checks).far(call, JavaText.Holds.ROWS).isEmpty();
  }

  /** Whether a range is as long as its list, or ends where a text no longer begins as it should. */
  private static boolean isToItsEnd(Call call) {
    return call.ranged().isPresent() && call.range().get().far().isEmpty();
  }

  /** Writes the declaration of what is read. */
  void write(String type, String name, JavaKeys.Keys values, Reading reading) {
    Call call = reading.call();
    boolean stream = isStream(call, values.single());
    if (stream) {
      lines.add("// The stream reads page after page, and holds one.");
    }
    String declared = (stream ? "Stream<" : "List<") + type + "> " + name + " = ";
    String end = call.turned() ? ".collect(Collectors.toCollection(ArrayList::new))" : ".toList()";
    if (values.single()) {
      List<String> chain = new ArrayList<>(chain(reader, values.text(), reading));
      if (!stream) {
        chain.add(end);
      }
      chain.set(chain.size() - 1, chain.get(chain.size() - 1) + ";");
      add(declared, chain);
    } else if (reading.holds() == JavaText.Holds.ITEMS) {
      byOwner(name, values, from -> listed(chain(from, "owner", reading)), "");
      return;
    } else if (transactional) {
      // By the transaction, so that the commit validates the rows.
      lines.add(declared + values.text() + ".stream()");
      List<String> chain = new ArrayList<>(chain(reader, "each", reading));
      chain.set(chain.size() - 1, chain.get(chain.size() - 1) + ")");
      add("    .flatMap(each -> ", chain);
      lines.add("    " + end + ";");
    } else {
      batch(declared, values, reading, end);
    }
    if (call.turned()) {
      lines.add("Collections.reverse(" + name + ");");
    }
  }

  /** Adds a stream: what stands before it, and its calls below. */
  private void add(String before, List<String> chain) {
    String indent = " ".repeat(before.length() - before.stripLeading().length() + 4);
    lines.add(before + chain.get(0));
    chain.subList(1, chain.size()).forEach(line -> lines.add(indent + line));
  }

  private void batch(String declared, JavaKeys.Keys values, Reading reading, String end) {
    lines.add(declared + "store.read(batch -> {");
    String pages = names.take("pages");
    lines.add("  var " + pages + " = " + values.text() + ".stream()");
    add("      .map(each -> batch.add(reader -> ", chain("reader", "each", reading));
    lines.add("          .toList()))");
    lines.add("      .toList();");
    lines.add("  return () -> " + pages + ".stream()");
    lines.add("      .flatMap(page -> page.get().stream())");
    lines.add("      " + end + ";");
    lines.add("});");
  }

  /** The lines of the read of one {@code owner}'s items. */
  interface OwnerRead {
    List<String> lines(String from);
  }

  /**
   * Writes the declaration of the items of several owners by these: an item does not tell its own.
   *
   * @param kept the calls that make a list of what is read
   */
  void byOwner(String name, JavaKeys.Keys owners, OwnerRead read, String kept) {
    String declared = "Map<Tuple, List<Item>> " + name + " = ";
    if (transactional) {
      // By the transaction, so that the commit validates the rows.
      lines.add(declared + owners.text() + ".stream()");
      lines.add("    .collect(Collectors.toMap(");
      lines.add("        owner -> owner,");
      add("        owner -> ", ended(read.lines(reader), kept + ","));
      lines.add("        (left, right) -> left,");
      lines.add("        LinkedHashMap::new));");
      return;
    }
    lines.add(declared + "store.read(batch -> {");
    String pages = names.take("pages");
    lines.add("  var " + pages + " = " + owners.text() + ".stream()");
    add(
        "      .map(owner -> Map.entry(owner, batch.add(reader -> ",
        ended(read.lines("reader"), ")))"));
    lines.add("      .toList();");
    lines.add("  return () -> {");
    String byOwner = names.take("by_owner");
    lines.add("    Map<Tuple, List<Item>> " + byOwner + " = new LinkedHashMap<>();");
    String items = "page.getValue().get()" + kept;
    lines.add(
        "    " + pages + ".forEach(page -> " + byOwner + ".put(page.getKey(), " + items + "));");
    lines.add("    return " + byOwner + ";");
    lines.add("  };");
    lines.add("});");
  }

  private static List<String> listed(List<String> chain) {
    List<String> listed = new ArrayList<>(chain);
    listed.add(".toList()");
    return listed;
  }

  private static List<String> ended(List<String> chain, String end) {
    List<String> ended = new ArrayList<>(chain);
    ended.set(ended.size() - 1, ended.get(ended.size() - 1) + end);
    return ended;
  }

  /** Returns the lines of the stream of what is read for a value, without their indent. */
  List<String> chain(String from, String value, Reading reading) {
    Call call = reading.call();
    boolean rows = !reading.entity().isEmpty();
    // A page of a range has as many rows as are expected there; of keys alone all are read.
    OptionalInt page = call.page(rows || reading.holds() != JavaText.Holds.KEYS);
    String size = page.isPresent() ? "" + page.getAsInt() : UNLIMITED;
    String pages =
        paging(call, size)
            + (rows ? ".pages" : ".stream")
            + "(page -> "
            + reading.read().text(from, value, "page")
            + ")";
    List<String> chain = new ArrayList<>();
    chain.add(pages);
    String one = JavaChecks.one(reading.holds());
    String far = new JavaEnds(plan, names, checks).far(call, reading.holds());
    if (rows) {
      chain.addAll(rows(from, call, reading.entity()));
      if (far.isEmpty()) {
        chain.add(".flatMap(rows -> rows.stream().flatMap(Optional::stream))");
      } else {
        // A row may have changed since the index listed it: one alone does not end the range.
        chain.add(".map(rows -> rows.stream().flatMap(Optional::stream).toList())");
        chain.add(
            ".takeWhile(rows -> rows.isEmpty() || rows.stream().anyMatch(row -> " + far + "))");
        chain.add(".flatMap(List::stream)");
        if (plan.changes()) {
          // Another writer may move a row to a later page.
          chain.add(".distinct()");
        }
      }
    } else if (!far.isEmpty()) {
      chain.add(".takeWhile(" + one + " -> " + far + ")");
    }
    if (!reading.filter().isEmpty()) {
      chain.add(reading.filter());
    }
    call.limit().ifPresent(limit -> chain.add(".limit(" + limit + ")"));
    return chain;
  }

  private static List<String> rows(String from, Call call, String entity) {
    String read = from + ".getAll(" + JavaText.quoted(entity) + ", ";
    if (!call.backwards()) {
      return List.of(".map(page -> " + read + "page.entries(), Columns.ALL))");
    }
    return List.of(
        ".map(page -> {",
        "  List<Tuple> keys = new ArrayList<>(page.entries());",
        "  Collections.reverse(keys);",
        "  return " + read + "keys, Columns.ALL);",
        "})");
  }
}
