package org.portolan.engine.hbase;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.portolan.engine.TableSchema;

/**
 * The commands of {@code hbase shell} that make all that a new store creates: the namespace and the
 * tables, with the descriptors and split points by which the adapter creates them.
 *
 * <p>The shell is Ruby. It keeps {@code METADATA} as text under its name, as the adapter keeps its
 * attributes, and reads split points in the form of {@link Bytes#toStringBinary(byte[])}.
 */
final class ShellScript {
  /** Attributes of a column family that every shell knows and people look for. */
  private static final Set<String> USUAL =
      Set.of(
          ColumnFamilyDescriptorBuilder.BLOCKSIZE,
          ColumnFamilyDescriptorBuilder.BLOOMFILTER,
          ColumnFamilyDescriptorBuilder.COMPRESSION,
          ColumnFamilyDescriptorBuilder.DATA_BLOCK_ENCODING,
          ColumnFamilyDescriptorBuilder.KEEP_DELETED_CELLS,
          ColumnFamilyDescriptorBuilder.MAX_VERSIONS,
          ColumnFamilyDescriptorBuilder.MIN_VERSIONS,
          ColumnFamilyDescriptorBuilder.TTL);

  /** A time to live without an end; no other attribute has this value. */
  private static final String FOREVER = Integer.toString(HConstants.FOREVER);

  private ShellScript() {}

  static String of(StoreUri uri, List<TableSchema> schemas) {
    StringBuilder text = new StringBuilder();
    text.append("# All that Portolan creates for ").append(uri.text()).append('\n');
    text.append(
        "# Execute once, where the namespace does not exist: hbase shell -n schema.hbase\n");
    text.append("# Portolan finds its tables by the attribute ")
        .append(TableDescriptors.SCHEMA)
        .append(".\n\n");
    text.append("create_namespace ").append(quoted(uri.namespace())).append('\n');
    for (TableSchema schema : schemas) {
      TableHandle table = new TableHandle(uri.namespace(), schema);
      text.append('\n')
          .append(create(TableDescriptors.of(table), TableDescriptors.splitKeys(table)));
    }
    return text.toString();
  }

  /**
   * Returns the command that creates a table.
   *
   * @param splitKeys null if it has a single region
   */
  private static String create(TableDescriptor table, byte[][] splitKeys) {
    List<String> lines = new ArrayList<>();
    lines.add("create " + quoted(table.getTableName().getNameAsString()));
    for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
      lines.add("  {" + family(family) + "}");
    }
    Map<String, String> metadata = texts(table.getValues());
    // Every new descriptor has it.
    metadata.remove(TableDescriptorBuilder.IS_META);
    String regionBytes = metadata.remove(TableDescriptorBuilder.MAX_FILESIZE);
    if (regionBytes != null) {
      lines.add("  {" + TableDescriptorBuilder.MAX_FILESIZE + " => " + quoted(regionBytes) + "}");
    }
    lines.add(
        metadata.entrySet().stream()
            .map(entry -> "    " + quoted(entry.getKey()) + " => " + quoted(entry.getValue()))
            .collect(Collectors.joining(",\n", "  {METADATA => {\n", "}}")));
    if (splitKeys != null) {
      List<String> keys = new ArrayList<>();
      for (byte[] key : splitKeys) {
        keys.add(quoted(Bytes.toStringBinary(key)));
      }
      lines.add("  {SPLITS => [" + String.join(", ", keys) + "]}");
    }
    return String.join(",\n", lines) + "\n";
  }

  /** Leaves out unusual attributes that have HBase's own values: older shells do not know them. */
  private static String family(ColumnFamilyDescriptor family) {
    Map<String, String> attributes = new LinkedHashMap<>();
    attributes.put("NAME", family.getNameAsString());
    texts(family.getValues())
        .forEach(
            (name, value) -> {
              if (USUAL.contains(name)
                  || !value.equals(ColumnFamilyDescriptorBuilder.getDefaultValues().get(name))) {
                attributes.put(name, value.equals(FOREVER) ? "FOREVER" : value);
              }
            });
    return attributes.entrySet().stream()
        .map(entry -> entry.getKey() + " => " + quoted(entry.getValue()))
        .collect(Collectors.joining(", "));
  }

  private static Map<String, String> texts(Map<Bytes, Bytes> values) {
    Map<String, String> texts = new TreeMap<>();
    values.forEach((name, value) -> texts.put(text(name), text(value)));
    return texts;
  }

  private static String text(Bytes bytes) {
    return new String(bytes.copyBytes(), StandardCharsets.UTF_8);
  }

  /** Returns a constant of Ruby: between double quotes if it has characters to be escaped. */
  static String quoted(String text) {
    if (text.chars().allMatch(c -> c >= ' ' && c != '\'' && c != '\\')) {
      return "'" + text + "'";
    }
    StringBuilder out = new StringBuilder("\"");
    text.chars()
        .forEach(
            c -> {
              switch (c) {
                case '\n' -> out.append("\\n");
                case '\t' -> out.append("\\t");
                // A hash sign begins an expression before some characters.
                case '"', '\\', '#' -> out.append('\\').append((char) c);
                default -> {
                  if (c < ' ') {
                    out.append(String.format("\\u%04x", c));
                  } else {
                    out.append((char) c);
                  }
                }
              }
            });
    return out.append('"').toString();
  }
}
