package org.portolan.integration;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.KeepDeletedCells;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.BinaryPrefixComparator;
import org.apache.hadoop.hbase.filter.ColumnPaginationFilter;
import org.apache.hadoop.hbase.filter.ColumnRangeFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.filter.QualifierFilter;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.filter.SkipFilter;
import org.apache.hadoop.hbase.filter.ValueFilter;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.util.Bytes;

/** Rows and scans from one seed, for a table of three families. */
final class RandomScans {
  static final List<String> FAMILIES = List.of("a", "b", "wide");
  static final int VERSIONS = 3;
  private static final int KEYS = 1_000;
  private static final int COLUMNS = 12;
  private static final long TIMES = 1_000;
  private static final DataBlockEncoding[] ENCODINGS = {
    DataBlockEncoding.NONE,
    DataBlockEncoding.PREFIX,
    DataBlockEncoding.DIFF,
    DataBlockEncoding.FAST_DIFF,
    DataBlockEncoding.ROW_INDEX_V1
  };

  private final Random random;

  RandomScans(long seed) {
    random = new Random(seed);
  }

  static byte[] key(int number) {
    return String.format("row%06d", number).getBytes(StandardCharsets.US_ASCII);
  }

  static byte[] splitKey(int part, int parts) {
    return key(KEYS * part / parts);
  }

  private byte[] key() {
    return key(random.nextInt(KEYS));
  }

  private byte[] family() {
    return Bytes.toBytes(FAMILIES.get(random.nextInt(FAMILIES.size())));
  }

  private byte[] qualifier() {
    return Bytes.toBytes("q" + random.nextInt(COLUMNS));
  }

  /** Returns a family with random settings. */
  ColumnFamilyDescriptor family(String name) {
    return ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(name))
        .setMaxVersions(1 + random.nextInt(VERSIONS + 1))
        .setKeepDeletedCells(
            random.nextInt(4) == 0 ? KeepDeletedCells.TRUE : KeepDeletedCells.FALSE)
        .setDataBlockEncoding(ENCODINGS[random.nextInt(ENCODINGS.length)])
        .setBloomFilterType(random.nextBoolean() ? BloomType.ROW : BloomType.ROWCOL)
        .setBlocksize(random.nextBoolean() ? 1 << 12 : 1 << 16)
        .build();
  }

  /** Returns a change of some row: mostly cells, at times a delete of a cell, family or row. */
  Row change() {
    byte[] row = key();
    if (random.nextInt(10) == 0) {
      Delete delete = new Delete(row);
      return switch (random.nextInt(3)) {
        case 0 -> delete.addColumns(family(), qualifier(), random.nextLong(TIMES) + 1);
        case 1 -> delete.addFamily(family(), random.nextLong(TIMES) + 1);
        default -> delete.addColumn(family(), qualifier(), random.nextLong(TIMES) + 1);
      };
    }
    Put put = new Put(row);
    if (random.nextInt(8) == 0) {
      // A TTL counts from the cell's timestamp, which is long ago: it has expired, or never will.
      put.setTTL(random.nextBoolean() ? 3_600_000 : 1L << 50);
    }
    boolean regular = random.nextInt(3) > 0;
    long time = random.nextLong(TIMES) + 1;
    for (int column = 0; column < COLUMNS; column++) {
      if (regular || random.nextInt(4) == 0) {
        put.addColumn(
            regular ? Bytes.toBytes("a") : family(),
            Bytes.toBytes("q" + column),
            regular ? time : random.nextLong(TIMES) + 1,
            value());
      }
    }
    return put.isEmpty() ? put.addColumn(family(), qualifier(), time, value()) : put;
  }

  private byte[] value() {
    byte[] value = new byte[random.nextInt(8) == 0 ? random.nextInt(3_000) : random.nextInt(20)];
    random.nextBytes(value);
    return value;
  }

  /** Returns a scan of a random range, with random options among those that can be prepared. */
  Scan scan() {
    Scan scan = new Scan();
    boolean reversed = random.nextInt(3) == 0;
    byte[] from = random.nextInt(4) == 0 ? new byte[0] : key();
    byte[] to = random.nextInt(4) == 0 ? new byte[0] : key();
    if (from.length > 0 && to.length > 0 && Bytes.compareTo(from, to) > 0 != reversed) {
      byte[] other = from;
      from = to;
      to = other;
    }
    // HBase cannot load families on demand in reverse.
    scan.setReversed(reversed)
        .setLoadColumnFamiliesOnDemand(!reversed && random.nextBoolean())
        .withStartRow(from, random.nextBoolean())
        .withStopRow(to, random.nextBoolean());
    for (int wanted = random.nextInt(3); wanted > 0; wanted--) {
      scan.addFamily(family());
    }
    for (int wanted = random.nextInt(4); wanted > 0; wanted--) {
      scan.addColumn(family(), qualifier());
    }
    scan.readVersions(1 + random.nextInt(VERSIONS));
    if (random.nextInt(4) == 0) {
      long begin = random.nextLong(TIMES);
      try {
        scan.setTimeRange(begin, begin + 1 + random.nextLong(TIMES));
      } catch (java.io.IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
    }
    if (random.nextInt(5) == 0) {
      scan.setMaxResultsPerColumnFamily(1 + random.nextInt(5));
    }
    if (random.nextInt(5) == 0) {
      scan.setLimit(1 + random.nextInt(200));
    }
    if (random.nextInt(3) == 0) {
      scan.setMaxResultSize(1 + random.nextInt(50_000));
    }
    if (random.nextInt(2) == 0) {
      scan.setFilter(filter());
    }
    return scan;
  }

  int caching() {
    return random.nextInt(3) == 0 ? 0 : 1 + random.nextInt(120);
  }

  boolean chance() {
    return random.nextBoolean();
  }

  private Filter filter() {
    return switch (random.nextInt(12)) {
      case 0 -> new PrefixFilter(Bytes.toBytes("row000" + random.nextInt(10)));
      case 1 -> new FirstKeyOnlyFilter();
      case 2 -> new KeyOnlyFilter(random.nextBoolean());
      case 3 -> new ColumnRangeFilter(qualifier(), true, qualifier(), true);
      case 4 -> new ColumnPaginationFilter(1 + random.nextInt(4), random.nextInt(4));
      case 5 ->
          new QualifierFilter(CompareOperator.GREATER_OR_EQUAL, new BinaryComparator(qualifier()));
      case 6 -> new RowFilter(CompareOperator.NOT_EQUAL, new BinaryComparator(key()));
      case 7 -> valueFilter();
      case 8 -> {
        SingleColumnValueFilter filter =
            new SingleColumnValueFilter(
                family(), qualifier(), CompareOperator.LESS, new BinaryComparator(value()));
        filter.setFilterIfMissing(random.nextBoolean());
        yield filter;
      }
      case 9 -> new RowFilter(CompareOperator.LESS, new BinaryComparator(key()));
      case 10 -> new SkipFilter(valueFilter());
      default -> {
        List<Filter> filters = new ArrayList<>();
        for (int count = 1 + random.nextInt(2); count >= 0; count--) {
          filters.add(
              new RowFilter(
                  CompareOperator.NOT_EQUAL,
                  new BinaryPrefixComparator(Bytes.toBytes("row00" + random.nextInt(100)))));
        }
        yield new FilterList(
            random.nextBoolean()
                ? FilterList.Operator.MUST_PASS_ALL
                : FilterList.Operator.MUST_PASS_ONE,
            filters);
      }
    };
  }

  private ValueFilter valueFilter() {
    return new ValueFilter(CompareOperator.GREATER, new BinaryComparator(new byte[] {0, 1}));
  }
}
