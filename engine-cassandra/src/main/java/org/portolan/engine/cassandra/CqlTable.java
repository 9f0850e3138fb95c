package org.portolan.engine.cassandra;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.portolan.types.KeyCodec;
import org.portolan.types.KeyColumn;
import org.portolan.types.Tuple;

/**
 * A table in CQL: its key and its other columns.
 *
 * @param name not quoted
 * @param key first the partition columns, then the clustering columns
 * @param codec of the whole key; within a partition, its order is that of the table
 * @param columns the types of the regular columns by name, not quoted
 */
record CqlTable(
    String keyspace,
    String name,
    List<KeyPart> key,
    int partitionColumns,
    KeyCodec codec,
    Map<String, String> columns) {

  static CqlTable of(
      String keyspace,
      String name,
      List<KeyPart> key,
      int partitionColumns,
      Map<String, String> columns) {
    List<KeyColumn> keyColumns = key.stream().map(KeyPart::column).toList();
    return new CqlTable(
        keyspace,
        name,
        List.copyOf(key),
        partitionColumns,
        new KeyCodec(keyColumns),
        new LinkedHashMap<>(columns));
  }

  String qualified() {
    return Names.quote(keyspace) + "." + Names.quote(name);
  }

  /** Returns the condition on the first {@code count} key columns, with markers for values. */
  String whereKey(int count) {
    return key.subList(0, count).stream()
        .map(part -> part.quoted() + " = ?")
        .collect(Collectors.joining(" AND "));
  }

  String keyNames() {
    return names(key);
  }

  String partitionNames() {
    return names(key.subList(0, partitionColumns));
  }

  static String names(List<KeyPart> parts) {
    return parts.stream().map(KeyPart::quoted).collect(Collectors.joining(", "));
  }

  static String markers(int count) {
    return String.join(", ", Collections.nCopies(count, "?"));
  }

  /** Returns the encoded values of the leading key columns. */
  List<ByteBuffer> encode(Tuple values) {
    List<ByteBuffer> encoded = new ArrayList<>(values.size());
    for (int index = 0; index < values.size(); index++) {
      encoded.add(key.get(index).encode(values.get(index)));
    }
    return encoded;
  }

  /** Returns the statement that creates this table. */
  String creation(TableOptions options) {
    StringBuilder cql = new StringBuilder("CREATE TABLE IF NOT EXISTS ");
    cql.append(qualified()).append(" (\n");
    key.forEach(part -> line(cql, part.quoted(), part.type()));
    columns.forEach((column, type) -> line(cql, Names.quote(column), type));
    cql.append("  PRIMARY KEY ((").append(partitionNames()).append(')');
    List<KeyPart> clustering = key.subList(partitionColumns, key.size());
    if (!clustering.isEmpty()) {
      cql.append(", ").append(names(clustering));
    }
    cql.append(")\n)");
    List<String> with = new ArrayList<>();
    if (!clustering.isEmpty()) {
      with.add(
          clustering.stream()
              .map(part -> part.quoted() + (part.descending() ? " DESC" : " ASC"))
              .collect(Collectors.joining(", ", "CLUSTERING ORDER BY (", ")")));
    }
    with.add(TableOptions.WHOLE_ROWS);
    with.addAll(options.clauses());
    return cql.append(" WITH ").append(String.join("\n  AND ", with)).toString();
  }

  /** Returns the statement that adds some of these columns to the table. */
  String addition(List<String> names) {
    return "ALTER TABLE "
        + qualified()
        + " ADD ("
        + names.stream()
            .map(name -> Names.quote(name) + " " + columns.get(name))
            .collect(Collectors.joining(", "))
        + ")";
  }

  private static void line(StringBuilder cql, String column, String type) {
    cql.append("  ").append(column).append(' ').append(type).append(",\n");
  }
}
