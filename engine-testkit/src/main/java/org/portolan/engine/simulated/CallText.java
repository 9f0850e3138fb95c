package org.portolan.engine.simulated;

import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import org.portolan.engine.Change;
import org.portolan.engine.Condition;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.KeyRange;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.engine.fixture.PreparedMutation;
import org.portolan.types.Bytes;

/** Short texts of calls and answers, the same in every run. */
final class CallText {
  private static final int VALUE_CHARS = 24;

  private CallText() {}

  static String of(List<Get> gets) {
    return gets.stream()
        .map(
            get ->
                get.rowKey()
                    + get.families().stream()
                        .map(FamilyRead::family)
                        .collect(Collectors.joining(",", "{", "}")))
        .collect(Collectors.joining(" "));
  }

  static String of(KeyRange range) {
    return range.equals(KeyRange.ALL) ? "all" : range.from() + " to " + range.to();
  }

  static String ofRows(List<Row> rows) {
    return rows.stream().map(CallText::of).collect(Collectors.joining(" "));
  }

  private static String of(Row row) {
    if (row.isEmpty()) {
      return "-";
    }
    StringBuilder text = new StringBuilder(row.key().toString()).append('{');
    row.columns().keySet().stream()
        .sorted()
        .forEach(
            family -> text.append(family).append(values(row.columns().get(family))).append(' '));
    row.items().keySet().stream()
        .sorted()
        .forEach(
            family -> {
              text.append(family).append('<');
              row.itemsOf(family)
                  .forEach(item -> text.append(item.key()).append(values(item.values())));
              text.append("> ");
            });
    row.counters().keySet().stream()
        .sorted()
        .forEach(family -> text.append(family).append('=').append(row.counter(family)));
    return text.append('}').toString();
  }

  static String ofMutations(List<PreparedMutation> mutations) {
    return mutations.stream().map(each -> of(each.mutation())).collect(Collectors.joining("; "));
  }

  private static String of(Mutation mutation) {
    StringBuilder text = new StringBuilder(mutation.rowKey().toString());
    mutation.version().ifPresent(version -> text.append('@').append(version));
    for (Change change : mutation.changes()) {
      text.append(' ').append(of(change));
    }
    mutation
        .condition()
        .ifPresent(
            condition ->
                text.append(" if ")
                    .append(
                        condition instanceof Condition.ColumnEquals equal
                            ? equal.column() + "=" + value(equal.value())
                            : "no " + ((Condition.Absent) condition).family()));
    return text.toString();
  }

  private static String of(Change change) {
    String family = change.family();
    if (change instanceof Change.PutColumns put) {
      return "+" + family + values(put.values());
    }
    if (change instanceof Change.PutItem put) {
      return "+" + family + put.itemKey() + values(put.values());
    }
    if (change instanceof Change.DeleteItem delete) {
      return "-" + family + delete.itemKey();
    }
    if (change instanceof Change.DeleteItems delete) {
      return "-" + family + "[" + of(delete.range()) + "]";
    }
    if (change instanceof Change.Add add) {
      return family + "+=" + add.delta();
    }
    return "-" + family;
  }

  private static String values(List<Object> values) {
    return values.stream().map(CallText::value).collect(Collectors.joining(",", "[", "]"));
  }

  private static String value(Object value) {
    if (value instanceof Bytes bytes) {
      return "#" + bytes.length() + ":" + Integer.toHexString(bytes.hashCode());
    }
    String text =
        value instanceof Collection<?> many
            ? many.stream().map(String::valueOf).sorted().toList().toString()
            : String.valueOf(value);
    return text.length() <= VALUE_CHARS ? text : text.substring(0, VALUE_CHARS) + "..";
  }
}
