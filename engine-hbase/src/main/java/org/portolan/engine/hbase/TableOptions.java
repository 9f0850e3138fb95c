package org.portolan.engine.hbase;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.portolan.engine.TableSchema;

/**
 * The options {@code hbase.NAME} of a table, for all its families, and {@code hbase.FAMILY.NAME},
 * for one family; the latter overrides the former.
 */
final class TableOptions {
  private static final Pattern SIZE = Pattern.compile("(\\d{1,9})([kmg]?)");
  private static final String REGION_SIZE = "region-size";

  /** An option of a family: how to set it, and how to read it back in the form given. */
  private record FamilyOption(
      String form,
      BiConsumer<ColumnFamilyDescriptorBuilder, String> setter,
      Function<ColumnFamilyDescriptor, String> getter) {}

  private static final Map<String, FamilyOption> OF_FAMILY = new LinkedHashMap<>();

  static {
    OF_FAMILY.put(
        "compression",
        new FamilyOption(
            "none or gz",
            (family, value) ->
                family.setCompressionType(
                    Compression.Algorithm.valueOf(oneOf(value, "none", "gz"))),
            family -> lower(family.getCompressionType().name())));
    OF_FAMILY.put(
        "block-encoding",
        new FamilyOption(
            "none, prefix, diff, fast-diff or row-index-v1",
            (family, value) ->
                family.setDataBlockEncoding(
                    DataBlockEncoding.valueOf(
                        oneOf(value, "none", "prefix", "diff", "fast-diff", "row-index-v1"))),
            family -> lower(family.getDataBlockEncoding().name())));
    OF_FAMILY.put(
        "bloom",
        new FamilyOption(
            "none, row or rowcol",
            (family, value) ->
                family.setBloomFilterType(BloomType.valueOf(oneOf(value, "none", "row", "rowcol"))),
            family -> lower(family.getBloomFilterType().name())));
    OF_FAMILY.put(
        "block-size",
        new FamilyOption(
            "bytes, for example 64k",
            (family, value) -> family.setBlocksize(Math.toIntExact(bytes(value))),
            family -> Integer.toString(family.getBlocksize())));
    OF_FAMILY.put(
        "ttl",
        new FamilyOption(
            "seconds",
            (family, value) -> family.setTimeToLive(Integer.parseInt(value)),
            family -> Integer.toString(family.getTimeToLive())));
    OF_FAMILY.put(
        "versions",
        new FamilyOption(
            "a number, at least 1",
            (family, value) -> family.setMaxVersions(Integer.parseInt(value)),
            family -> Integer.toString(family.getMaxVersions())));
  }

  private final Map<String, String> options;

  /**
   * @throws IllegalArgumentException if an option is unknown or cannot have its value
   */
  TableOptions(TableSchema schema) {
    check(schema);
    options = schema.optionsOf(HBaseEngineProvider.SCHEME);
  }

  /**
   * @throws IllegalArgumentException if an option is unknown or cannot have its value
   */
  static void check(TableSchema schema) {
    schema
        .optionsOf(HBaseEngineProvider.SCHEME)
        .forEach((name, value) -> check(schema, name, value));
  }

  private static void check(TableSchema schema, String name, String value) {
    try {
      if (name.equals(REGION_SIZE)) {
        bytes(value);
        return;
      }
      FamilyOption option = OF_FAMILY.get(name.substring(name.indexOf('.') + 1));
      boolean ofFamily = name.contains(".");
      if (option == null
          || (ofFamily && schema.family(name.substring(0, name.indexOf('.'))).isEmpty())) {
        throw unknown(schema, name);
      }
      option.setter().accept(ColumnFamilyDescriptorBuilder.newBuilder(new byte[] {'f'}), value);
    } catch (NumberFormatException | ArithmeticException fault) {
      throw new IllegalArgumentException(
          "the option hbase."
              + name
              + " of table '"
              + schema.name()
              + "' must not be '"
              + value
              + "'; use "
              + form(name),
          fault);
    }
  }

  private static String form(String name) {
    return name.equals(REGION_SIZE)
        ? "bytes, for example 10g"
        : OF_FAMILY.get(name.substring(name.indexOf('.') + 1)).form();
  }

  private static IllegalArgumentException unknown(TableSchema schema, String name) {
    return new IllegalArgumentException(
        "the option hbase."
            + name
            + " of table '"
            + schema.name()
            + "' is not known; the options are hbase.region-size and, for all families or as"
            + " hbase.FAMILY.option for one, "
            + String.join(", ", OF_FAMILY.keySet()));
  }

  Optional<Long> regionBytes() {
    return Optional.ofNullable(options.get(REGION_SIZE)).map(TableOptions::bytes);
  }

  void apply(String family, ColumnFamilyDescriptorBuilder builder) {
    OF_FAMILY.forEach(
        (name, option) ->
            asked(family, name).ifPresent(value -> option.setter().accept(builder, value)));
  }

  /** Adds the differences between an existing family and the requested one, a sentence each. */
  void differences(String family, ColumnFamilyDescriptor standing, List<String> found) {
    OF_FAMILY.forEach(
        (name, option) -> {
          Optional<String> value = asked(family, name);
          if (value.isPresent()) {
            ColumnFamilyDescriptorBuilder wanted =
                ColumnFamilyDescriptorBuilder.newBuilder(standing);
            option.setter().accept(wanted, value.get());
            if (!wanted.build().equals(standing)) {
              found.add(
                  "its family "
                      + family
                      + " has hbase."
                      + name
                      + " "
                      + option.getter().apply(standing)
                      + ", not "
                      + value.get());
            }
          }
        });
  }

  private Optional<String> asked(String family, String name) {
    String value = options.get(family + "." + name);
    return Optional.ofNullable(value == null ? options.get(name) : value);
  }

  private static String oneOf(String value, String... allowed) {
    if (!List.of(allowed).contains(value)) {
      throw new NumberFormatException("'" + value + "' is not one of them");
    }
    return value.toUpperCase(Locale.ROOT).replace('-', '_');
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static long bytes(String text) {
    Matcher size = SIZE.matcher(text);
    if (!size.matches()) {
      throw new NumberFormatException("'" + text + "' is not a size");
    }
    int shift =
        switch (size.group(2)) {
          case "k" -> 10;
          case "m" -> 20;
          case "g" -> 30;
          default -> 0;
        };
    return Long.parseLong(size.group(1)) << shift;
  }
}
