package org.portolan.engine.hbase;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.exceptions.HBaseException;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Executes the commands {@code create_namespace} and {@code create} of {@code hbase shell}, read as
 * Ruby reads them, by the calls that the shell makes for them ({@code admin.rb} of HBase 2). The
 * shell itself needs JRuby. It ignores an attribute that it does not know; this class fails.
 */
final class ShellCommands {
  private static final Map<String, BiConsumer<ColumnFamilyDescriptorBuilder, String>> ATTRIBUTES =
      new LinkedHashMap<>();

  static {
    ATTRIBUTES.put("BLOCKCACHE", (f, v) -> f.setBlockCacheEnabled(Boolean.parseBoolean(v)));
    ATTRIBUTES.put("BLOCKSIZE", (f, v) -> f.setBlocksize(Integer.parseInt(v)));
    ATTRIBUTES.put("BLOOMFILTER", (f, v) -> f.setBloomFilterType(BloomType.valueOf(v)));
    ATTRIBUTES.put("COMPRESSION", (f, v) -> f.setCompressionType(Compression.Algorithm.valueOf(v)));
    ATTRIBUTES.put(
        "DATA_BLOCK_ENCODING", (f, v) -> f.setDataBlockEncoding(DataBlockEncoding.valueOf(v)));
    ATTRIBUTES.put("IN_MEMORY", (f, v) -> f.setInMemory(Boolean.parseBoolean(v)));
    ATTRIBUTES.put(
        "KEEP_DELETED_CELLS", (f, v) -> f.setKeepDeletedCells(KeepDeletedCells.valueOf(v)));
    ATTRIBUTES.put("MIN_VERSIONS", (f, v) -> f.setMinVersions(Integer.parseInt(v)));
    ATTRIBUTES.put("REPLICATION_SCOPE", (f, v) -> f.setScope(Integer.parseInt(v)));
    ATTRIBUTES.put("TTL", ShellCommands::setTimeToLive);
    ATTRIBUTES.put("VERSIONS", (f, v) -> f.setMaxVersions(Integer.parseInt(v)));
  }

  private final String text;
  private int at;

  private ShellCommands(String text) {
    this.text = text;
  }

  private static void setTimeToLive(ColumnFamilyDescriptorBuilder family, String value) {
    try {
      family.setTimeToLive(value);
    } catch (HBaseException fault) {
      throw new IllegalArgumentException(value, fault);
    }
  }

  static void execute(String script, Admin admin) throws IOException {
    ShellCommands commands = new ShellCommands(script);
    for (String word = commands.word(); !word.isEmpty(); word = commands.word()) {
      List<Object> arguments = new ArrayList<>(List.of(commands.value()));
      while (commands.takes(",")) {
        arguments.add(commands.value());
      }
      switch (word) {
        case "create_namespace" ->
            admin.createNamespace(NamespaceDescriptor.create((String) arguments.get(0)).build());
        case "create" -> create(arguments, admin);
        default -> throw new IllegalArgumentException("no command: " + word);
      }
    }
  }

  private static void create(List<Object> arguments, Admin admin) throws IOException {
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(TableName.valueOf((String) arguments.get(0)));
    byte[][] splits = null;
    for (Object argument : arguments.subList(1, arguments.size())) {
      Map<?, ?> map = new LinkedHashMap<>((Map<?, ?>) argument);
      if (map.containsKey("NAME")) {
        ColumnFamilyDescriptorBuilder family =
            ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes((String) map.remove("NAME")));
        map.forEach((name, value) -> ATTRIBUTES.get(name).accept(family, (String) value));
        table.setColumnFamily(family.build());
        continue;
      }
      if (map.remove("SPLITS") instanceof List<?> keys) {
        splits = keys.stream().map(key -> Bytes.toBytesBinary((String) key)).toArray(byte[][]::new);
      }
      if (map.remove("MAX_FILESIZE") instanceof String bytes) {
        table.setMaxFileSize(Long.parseLong(bytes));
      }
      if (map.remove("METADATA") instanceof Map<?, ?> metadata) {
        metadata.forEach((name, value) -> table.setValue((String) name, (String) value));
      }
      if (!map.isEmpty()) {
        throw new IllegalArgumentException("not known: " + map);
      }
    }
    if (splits == null) {
      admin.createTable(table.build());
    } else {
      admin.createTable(table.build(), splits);
    }
  }

  private void skip() {
    while (at < text.length() && (text.charAt(at) == '#' || text.charAt(at) <= ' ')) {
      at = text.charAt(at) == '#' ? text.indexOf('\n', at) : at + 1;
    }
  }

  private boolean takes(String sign) {
    skip();
    boolean there = text.startsWith(sign, at);
    at += there ? sign.length() : 0;
    return there;
  }

  private void require(String sign) {
    if (!takes(sign)) {
      throw new IllegalArgumentException("no " + sign + " before: " + text.substring(at));
    }
  }

  /** Returns a command or a constant; empty at the end. */
  private String word() {
    skip();
    int from = at;
    while (at < text.length()
        && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '_')) {
      at++;
    }
    return text.substring(from, at);
  }

  private Object value() {
    if (takes("{")) {
      Map<String, Object> map = new LinkedHashMap<>();
      do {
        skip();
        boolean constant = Character.isUpperCase(text.charAt(at));
        String name = constant ? word() : (String) value();
        require("=>");
        map.put(name, value());
      } while (takes(","));
      require("}");
      return map;
    }
    if (takes("[")) {
      List<Object> list = new ArrayList<>();
      do {
        list.add(value());
      } while (takes(","));
      require("]");
      return list;
    }
    if (takes("'")) {
      int end = text.indexOf('\'', at);
      String plain = text.substring(at, end);
      at = end + 1;
      return unescaped(plain);
    }
    require("\"");
    return doubleQuoted();
  }

  /** Between single quotes, Ruby reads a backslash as itself unless one or a quote follows. */
  private static String unescaped(String plain) {
    if (plain.contains("\\\\") || plain.endsWith("\\")) {
      throw new IllegalArgumentException("Ruby reads this otherwise: " + plain);
    }
    return plain;
  }

  private String doubleQuoted() {
    StringBuilder out = new StringBuilder();
    for (char c = text.charAt(at++); c != '"'; c = text.charAt(at++)) {
      if (c == '#') {
        throw new IllegalArgumentException("Ruby may read this as an expression");
      }
      if (c != '\\') {
        out.append(c);
        continue;
      }
      char escaped = text.charAt(at++);
      switch (escaped) {
        case 'n' -> out.append('\n');
        case 't' -> out.append('\t');
        case 'u' -> {
          out.append((char) Integer.parseInt(text.substring(at, at + 4), 16));
          at += 4;
        }
        case '"', '\\', '#' -> out.append(escaped);
        default -> throw new IllegalArgumentException("no escape: " + escaped);
      }
    }
    return out.toString();
  }
}
