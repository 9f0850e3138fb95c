package org.portolan.bench.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.bench.Runs;
import org.portolan.bench.api.BenchmarkFailedException;
import org.portolan.bench.system.WorkDirectory;
import org.portolan.data.Stores;
import org.portolan.engine.Durability;
import org.portolan.engine.rocksdb.BareDatabase;
import org.portolan.types.Tuple;

final class DataLayerBenchmarkTest {
  @TempDir Path directory;

  @Test
  void run_ofFewRows_hasALineForEachOperationAndLeavesNothingBehind() throws Exception {
    Runs run =
        Runs.of(
            "data-layer",
            "--rows",
            "1000",
            "--fields",
            "3",
            "--value-bytes",
            "10",
            "--millis",
            "2",
            "--rounds",
            "3",
            "--warm-up",
            "1",
            "--dir",
            directory.toString());
    for (Operation operation : Operation.values()) {
      assertThat(run.lines()).anyMatch(line -> line.startsWith(operation.label() + " "));
    }
    assertThat(run.figure("get")).isPositive();
    assertThat(run.figure("write-synced-ratio")).isPositive();
    assertThat(run.summary()).hasSize(3 * Operation.values().length);
    try (Stream<Path> left = Files.list(directory)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void sides_onCopiesOfAStore_readWhatTheOtherWrote() {
    RowShape shape = new RowShape(2, 5, 1);
    String uri = "rocksdb:" + directory.resolve("layer");
    SplittableRandom random = new SplittableRandom(1);
    try (LayerSide layer = new LayerSide(Stores.openOrCreate(uri, shape.design()), shape)) {
      for (long id = 0; id < 250; id++) {
        layer.write(id, Durability.BUFFERED, random);
      }
      layer.readModifyWrite(3, Durability.SYNCED);
    }
    Path copy = directory.resolve("bare");
    WorkDirectory.copy(directory.resolve("layer"), copy);
    try (BareDatabase database = BareDatabase.open(copy);
        BareSide bare = new BareSide(database, shape, true)) {
      bare.get(3);
      bare.getAll(List.of(0L, 249L));
      bare.readModifyWrite(4, Durability.BUFFERED);
      assertThat(bare.versions(250)).isEqualTo(2);
      assertThat(bare.versions(4)).isEqualTo(1);
      Side.Pages pages = bare.pages();
      assertThat(List.of(pages.next(100), pages.next(100), pages.next(100), pages.next(100)))
          .containsExactly(100, 100, 50, 100);
      assertThatThrownBy(() -> bare.get(250)).isInstanceOf(BenchmarkFailedException.class);
    }
    try (LayerSide layer = new LayerSide(Stores.open("rocksdb:" + copy), shape)) {
      assertThat(layer.versions(250)).isEqualTo(2);
      Side.Pages pages = layer.pages();
      assertThat(List.of(pages.next(100), pages.next(100), pages.next(100), pages.next(100)))
          .containsExactly(100, 100, 50, 100);
      assertThatThrownBy(() -> layer.getAll(List.of(1L, 250L)))
          .isInstanceOf(BenchmarkFailedException.class);
    }
  }

  @Test
  void rows_ofBothForms_areTheSameBytes() {
    RowShape shape = new RowShape(10, 100, 1);
    Object[] positional = shape.positional(7, new SplittableRandom(5));
    Object[] named = shape.named(7, new SplittableRandom(5)).values().toArray();
    assertThat(named).containsExactly(positional);
    assertThat(shape.rowCodec().encode(positional)).hasSizeBetween(1_000, 1_100);
    assertThat(shape.keyCodec().decode(shape.keyCodec().encode(Tuple.of(9L))))
        .isEqualTo(Tuple.of(9L));
  }
}
