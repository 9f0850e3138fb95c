package org.portolan.bench.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.bench.search.SearchResult.End;

final class SearchFileTest {
  @TempDir Path directory;

  @Test
  void write_thenRead_isTheSame() {
    SearchFile written = SearchFiles.found();
    written.write(directory);
    SearchFile read = SearchFile.read(directory);
    assertThat(read).isEqualTo(written);
    assertThat(read.end()).isEqualTo(End.FOUND);
    assertThat(read.passes()).isEqualTo(700);
    assertThat(read.probes()).hasSize(8);
    assertThat(directory.resolve("search.json.part")).doesNotExist();
  }

  @Test
  void write_ofASearchThatJustBegan_isValid() {
    SearchResult begun =
        new SearchResult(
            SearchSpec.KLENCKE,
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            false,
            End.RUNNING,
            List.of(),
            List.of());
    SearchFiles.file(begun).write(directory);
    assertThat(SearchFile.read(directory).end()).isEqualTo(End.RUNNING);
  }

  @Test
  void read_ofWhatIsNoSearch_isRefused() throws IOException {
    Files.writeString(directory.resolve("search.json"), "{\"format\":1,");
    assertThatThrownBy(() -> SearchFile.read(directory))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is damaged");
    Files.writeString(directory.resolve("search.json"), "{\"format\":2}");
    assertThatThrownBy(() -> SearchFile.read(directory))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("has format 2, this release reads 1");
  }
}
