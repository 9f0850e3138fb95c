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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
            SearchOptionsTest.KLENCKE,
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

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "`\"by\" : \"RATE\",`        | ``                   | key by has no value",
        "`\"by\" : \"RATE\"`         | `\"by\" : \"SPEED\"` | key by has the wrong value 'SPEED'",
        "`\"end\" : \"FOUND\"`       | `\"end\" : null`     | key end has no value",
        "`\"percent\" : \"95\"`      | `\"percent\" : null` | key options.percent has no value",
        "`\"withinMs\" : 200.0`      | `\"withinMs\" : 0`   | key withinMs must be above 0",
        "`\"passes\" : 700.0`        | `\"passes\" : 1e999` | key passes has the wrong value",
        "`\"purpose\" : \"CONFIRM\"` | `\"purpose\" : 1.5`  | .purpose has a value of the wrong",
        "`\"probes\" : [ {`          | `\"probes\" : [ null, {` | key probes[0] has no value",
        "`\"load\" : 100.0`          | `\"load\" : \"NaN\"` | key probes[0].load has the wrong",
      })
  void read_withAWrongValue_namesItsKey(String found, String with, String fault)
      throws IOException {
    SearchFiles.found().write(directory);
    Path file = directory.resolve("search.json");
    String text = Files.readString(file);
    assertThat(text).contains(found);
    Files.writeString(file, text.replace(found, with));
    assertThatThrownBy(() -> SearchFile.read(directory))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(file + " is damaged: ")
        .hasMessageContaining(fault)
        .hasMessageEndingWith("; copy the directory again, or measure again");
  }
}
