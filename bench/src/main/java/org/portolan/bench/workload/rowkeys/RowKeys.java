package org.portolan.bench.workload.rowkeys;

import java.util.List;
import java.util.random.RandomGenerator;
import org.portolan.design.key.KeyLayout;
import org.portolan.design.key.Md5ModuloPrefix;
import org.portolan.design.key.Md5OfRowModuloPrefix;
import org.portolan.design.key.ModuloPrefix;
import org.portolan.design.key.PlainKey;
import org.portolan.design.key.RandomPrefix;
import org.portolan.design.key.SplitPoints;
import org.portolan.engine.Change;
import org.portolan.engine.ColumnFamily;
import org.portolan.engine.FamilyRead;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.engine.TableSchema;
import org.portolan.types.Column;
import org.portolan.types.KeyColumn;
import org.portolan.types.ScalarType;
import org.portolan.types.Tuple;

/**
 * Rows of an id and a line of text, under row keys of one layout, in a table that is split into
 * regions by its prefixes. Immutable and thread-safe.
 *
 * @param layout makes the prefix of a row key
 * @param regions of the table, on engines that have some
 * @param lineBytes the length of each line
 */
public record RowKeys(KeyLayout layout, int regions, int lineBytes) {
  /** The names of the layouts on the command line: those of the paper, and keys without prefix. */
  public static final List<String> NAMES =
      List.of("md5-modulo", "md5-of-row-modulo", "modulo", "random", "plain");

  static final String FAMILY = "row";

  public RowKeys {
    if (layout.prefixRange() == 1 && regions > 1) {
      throw new IllegalArgumentException(
          "row keys without a prefix give no split points: give --regions 1");
    }
    if (regions > layout.prefixRange()) {
      throw new IllegalArgumentException(
          regions + " regions need as many prefixes: give --range " + regions + " or more");
    }
  }

  /**
   * Returns a layout of {@link #NAMES}.
   *
   * @param range the number of prefixes
   */
  public static KeyLayout layout(String name, int range) {
    return switch (name) {
      case "md5-modulo" -> new Md5ModuloPrefix(range, 1);
      case "md5-of-row-modulo" -> new Md5OfRowModuloPrefix(range);
      case "modulo" -> new ModuloPrefix(range);
      case "random" -> new RandomPrefix(range);
      case "plain" -> new PlainKey();
      default -> throw new IllegalArgumentException("there is no layout '" + name + "': " + NAMES);
    };
  }

  /** Returns the name of the table. */
  String table() {
    return "row_keys_" + layout.spelling().replace('-', '_');
  }

  TableSchema schema() {
    return new TableSchema(
        table(),
        List.of(KeyColumn.of("prefix", ScalarType.TEXT), KeyColumn.of("id", ScalarType.LONG)),
        2,
        List.of(new ColumnFamily(FAMILY, List.of(new Column("line", ScalarType.TEXT)))),
        SplitPoints.of(layout, regions));
  }

  /** Returns the write of a row. */
  Mutation put(long id, RandomGenerator random) {
    String line = line(id);
    int prefix = layout.prefixFor(Tuple.of(id), line, random);
    return Mutation.of(table(), key(prefix, id), new Change.PutColumns(FAMILY, List.of(line)));
  }

  /** Returns the read of a row, of a layout whose prefix follows from the id. */
  Get get(long id) {
    int prefix = layout.prefixOf(Tuple.of(id)).orElseThrow();
    return Get.of(table(), key(prefix, id), FamilyRead.all(FAMILY));
  }

  private Tuple key(int prefix, long id) {
    return Tuple.of(layout.prefixRange() == 1 ? "" : layout.prefixText(prefix), id);
  }

  /** Returns the text of a row, which names its id. */
  String line(long id) {
    String start = "row " + id + " ";
    return start + "-".repeat(Math.max(0, lineBytes - start.length()));
  }
}
