package org.portolan.types;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sorting in memory, in some files, and in more files than are merged at once. */
class RecordSorterTest {
  private static final int RECORDS = 3_000;

  @TempDir Path directory;

  @ParameterizedTest(name = "{0} bytes")
  @ValueSource(longs = {1 << 30, 20_000, 1_000})
  void records_inAnyMemory_areSortedByKeyThenContent(long memoryBytes) throws IOException {
    Random random = new Random(memoryBytes);
    List<String> expected = new ArrayList<>();
    List<String> found = new ArrayList<>();
    try (RecordSorter sorter = new RecordSorter(directory, memoryBytes, RecordSorter.Watch.NONE)) {
      List<byte[][]> records = new ArrayList<>();
      for (int number = 0; number < RECORDS; number++) {
        byte[] key = new byte[random.nextInt(4)];
        byte[] content = new byte[random.nextInt(30)];
        random.nextBytes(key);
        random.nextBytes(content);
        records.add(new byte[][] {key, content});
        sorter.add(key, content);
      }
      Comparator<byte[][]> byKey = (left, right) -> Arrays.compareUnsigned(left[0], right[0]);
      records.sort(byKey.thenComparing((l, r) -> Arrays.compareUnsigned(l[1], r[1])));
      records.forEach(record -> expected.add(text(record[0], record[1])));
      for (Iterator<RecordSorter.Entry> sorted = sorter.sorted(); sorted.hasNext(); ) {
        RecordSorter.Entry entry = sorted.next();
        found.add(text(entry.key(), entry.content()));
      }
      if (memoryBytes == 1_000) {
        assertThat(sorter.filesWritten()).isGreaterThan(128);
      }
    }
    assertThat(found).isEqualTo(expected);
    try (Stream<Path> left = Files.list(directory)) {
      assertThat(left).isEmpty();
    }
  }

  private static String text(byte[] key, byte[] content) {
    return HexFormat.of().formatHex(key) + " " + HexFormat.of().formatHex(content);
  }
}
