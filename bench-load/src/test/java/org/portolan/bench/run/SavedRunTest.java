package org.portolan.bench.run;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.portolan.bench.load.LoadSpec;
import org.portolan.bench.load.SecondSample;
import org.portolan.bench.telemetry.Figure;
import org.portolan.bench.telemetry.RunEvent;

/** A run that an earlier release saved, under testdata: whole, and damaged in many ways. */
final class SavedRunTest {
  @TempDir Path directory;
  private Path run;

  @BeforeEach
  void copy() throws IOException {
    run = directory.resolve("run");
    SavedRun.copyTo(run);
  }

  private void write(String file, String text) throws IOException {
    Files.writeString(run.resolve(file), text, ISO_8859_1);
  }

  private void replace(String file, String found, String with) throws IOException {
    String text = Files.readString(run.resolve(file), ISO_8859_1);
    assertThat(text).contains(found);
    write(file, text.replace(found, with));
  }

  private void assertDamaged(String file, String fault) {
    assertThatThrownBy(() -> RunResult.read(run))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(run.resolve(file) + " is damaged: ")
        .hasMessageContaining(fault)
        .hasMessageEndingWith("; copy the directory again, or measure again")
        .message()
        .doesNotContain("\n", "org.portolan");
  }

  @Test
  void read_ofARunOfAnEarlierRelease_givesItsFigures() {
    RunResult read = RunResult.read(run);
    assertThat(read.manifest().options()).containsEntry("rate", "40").hasSize(10);
    assertThat(read.load().due()).isEqualTo(77);
    assertThat(read.load().response().getTotalCount()).isEqualTo(77);
    assertThat(read.load().operations().get(0).lag().getTotalCount()).isEqualTo(77);
    assertThat(read.load().series())
        .hasSize(3)
        .contains(
            new SecondSample(
                1,
                SecondSample.Phase.MEASURED,
                40,
                0,
                0,
                156_450,
                146_303,
                270_847,
                551_935,
                551_935,
                35_807,
                165_503,
                506_367,
                0,
                0.02040816326530612,
                0.015205586693933312));
    assertThat(read.telemetry().samples()).hasSize(10);
    assertThat(read.telemetry().samples().get(2).figures())
        .containsEntry(Figure.RECEIVED_BYTES, 9_007_199_254_740_993L)
        .doesNotContainKey(Figure.WRITES);
    assertThat(read.events()).contains(RunEvent.fault(1.5, "node-2 died"));
    assertThat(read.verification().orElseThrow().wrong()).isEqualTo(2);
  }

  @Test
  void write_ofARunOfAnEarlierRelease_givesTheSameBytes() throws IOException {
    RunResult read = RunResult.read(run);
    Path again = directory.resolve("again");
    try (RunDirectory files = RunDirectory.begin(again, read.manifest())) {
      read.load().series().forEach(files::second);
      read.telemetry().samples().forEach(files::server);
      files.result(read);
    }
    for (String file : List.of("manifest.json", "result.json", "series.csv", "servers.csv")) {
      assertThat(again.resolve(file)).hasBinaryContent(SavedRun.bytes(file));
    }
    assertThat(RunResult.read(again)).isEqualTo(read);
  }

  @Test
  void read_ofAnOldRunWithoutTelemetryAndWithoutALimitOfLateness_givesTheRest() throws IOException {
    String result = Files.readString(run.resolve("result.json"));
    result = result.substring(0, result.indexOf(",\n  \"telemetry\"")) + "\n}\n";
    write("result.json", result);
    replace("result.json", ",\n    \"lateMaxSeconds\" : 0.001", "");
    replace("result.json", ",\n    \"drainSeconds\" : 10.0", "");
    Files.delete(run.resolve("servers.csv"));
    RunResult read = RunResult.read(run);
    assertThat(read.load().due()).isEqualTo(77);
    assertThat(read.load().spec().lateMax()).isZero();
    assertThat(read.load().spec().drain()).isEqualTo(LoadSpec.DRAIN);
    assertThat(read.telemetry().samples()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "manifest.json",
    "result.json",
    "series.csv",
    "servers.csv",
    "latency-response.hlog",
    "latency-service.hlog",
    "latency-lag.hlog"
  })
  void read_withAFileThatIsEmptyOrGarbageOrCut_namesIt(String file) throws IOException {
    String whole = Files.readString(run.resolve(file));
    for (String text :
        List.of(
            "",
            "\n",
            "\0\0\0\0",
            "garbage\n",
            "Tag=write,1,2,3,garbage\n",
            "Tag=write,1.000,2.000,0.577,HISTFAAAACF42pNpmSzMwMDAyAABzFAayGd2\n",
            "\"garbage",
            "null",
            "[]",
            "\u00ff\u00fe\u00fd",
            whole.substring(0, whole.length() / 2),
            whole.substring(0, whole.length() - 12))) {
      write(file, text);
      assertDamaged(file, "");
    }
  }

  @ParameterizedTest
  @CsvSource({"series.csv", "latency-response.hlog", "latency-service.hlog", "latency-lag.hlog"})
  void read_withoutAFile_saysThatItIsMissing(String file) throws IOException {
    Files.delete(run.resolve(file));
    assertThatThrownBy(() -> RunResult.read(run))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(run.resolve(file) + " is missing; copy the directory again, or measure again");
  }

  @ParameterizedTest
  @CsvSource({"result.json", "series.csv", "servers.csv", "latency-lag.hlog"})
  void read_ofADirectoryInPlaceOfAFile_namesIt(String file) throws IOException {
    Files.delete(run.resolve(file));
    Files.createDirectory(run.resolve(file));
    assertThatThrownBy(() -> RunResult.read(run))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessage("cannot read " + run.resolve(file));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "latency-response.hlog | Tag=ALL   | Tag=all     | no line tagged 'ALL'",
        "latency-response.hlog | Tag=write | Tag=read    | no line tagged 'write'",
        "latency-service.hlog  | Tag=write | Tag=wri te  | line 4",
        "latency-lag.hlog      | Tag=write,| ``          | line 4 is not a tagged histogram",
        "latency-lag.hlog      | never-done| another     | no line tagged 'never-done'",
        "latency-lag.hlog      | HISTFAAAAL| HISTFAAAAAL | line 4",
        "manifest.json | `: \"40\"`          | : null        | key options.rate has no value",
        "manifest.json | `\"threads\" : \"2\",` | \"threads\" : {}, | key options.threads has a value of the wrong type",
        "manifest.json | `\"workload\" : \"lossy\",` | `` | key workload has no value",
        "manifest.json | `\"COMPLETE\"`      | `\"ENDED\"`   | key state has the wrong value 'ENDED'",
        "manifest.json | `\"format\" : 1,`   | ``            | key format has no value",
        "manifest.json | `\"format\" : 1`    | `\"format\" : null` | key format has no value",
        "manifest.json | `\"format\" : 1`    | `\"format\" : \"one\"` | key format",
        "manifest.json | `\"seconds\" : \"2\",` | `\"seconds\" : \"2\"` | line 15",
        "manifest.json | lossy               | `los\u0001sy` | line 7",
        "manifest.json | lossy               | `los\u00ffsy` | it is not UTF-8",
        "result.json | `\"operations\" :`    | `\"actions\" :`         | key operations has no value",
        "result.json | `\"messages\"`        | `\"more\":0,\"messages\"` | key more is unknown",
        "result.json | `\"messages\" : [ ],` | ``                      | key messages",
        "result.json | `\"messages\" : [ ]`  | `\"messages\" : null`   | key messages has no",
        "result.json | `\"messages\" : [ ]`  | `\"messages\" : [null]` | key messages",
        "result.json | `\"OK\" : 77`         | `\"OK\" : null`         | outcomes",
        "result.json | `\"OK\" : 77`         | `\"FINE\" : 77`         | outcomes",
        "result.json | `\"workers\" : 2`     | `\"workers\" : 0`       | number of workers",
        "result.json | `: 40.0,`             | `: -1,`                 | a rate must be above 0",
        "result.json | `: 40.0,`             | `: 1e999,`              | key load.ratePerSecond",
        "result.json | `\"POISSON\"`         | null                    | load.arrivals",
        "result.json | `\"seconds\" : 2.0`   | `\"seconds\" : \"NaN\"` | key seconds",
        "result.json | `\"seconds\" : 2.0`   | `\"seconds\" : -2.0`    | key seconds",
        "result.json | `\"unfinished\" : 0`  | `\"unfinished\" : null` | key unfinished",
        "result.json | `\"second\" : 1.5`    | `\"second\" : \"Infinity\"` | key events[0].second",
        "result.json | `\"kind\" : \"FAULT\"`| `\"kind\" : null`       | key events[0].kind",
        "result.json | `\"checked\" : 110,`  | ``                      | key verification.checked",
        "series.csv | second,phase   | second,part  | line 1 must be 'second,phase,ok,",
        "series.csv | `1,measured`   | x1,measured  | line 3: second must be a whole number up to",
        "series.csv | `2,measured,37`| 2,measured,abc | line 4: ok must be a whole number,",
        "series.csv | warm_up        | warmest      | line 2: phase must be warm_up, measured or",
        "series.csv | `,0,0.025`     | `,2147483648,0.025` | line 4: busy_workers must be",
        "series.csv | 0.025          | NaN          | line 4: machine_load must be",
        "series.csv | 0.025          | -Infinity    | line 4: machine_load must be",
        "series.csv | 0.025          | 1e308        | line 4: machine_load must be",
        "series.csv | 0.014991732374421887 | NaN    | line 4: process_load must be",
        "series.csv | 0.014991732374421887 | `0.01,7` | line 4 must have 16 cells, not 17",
        "series.csv | `measured,40,` | measured,    | line 3 must have 16 cells, not 15",
        "series.csv | measured       | `\u00ff`     | it is not UTF-8",
        "servers.csv | `second,server` | `time,server` | line 1 must be 'second,server,role,",
        "servers.csv | 1.004        | NaN          | line 2: second must be",
        "servers.csv | 3.0057,node  | Infinity,node| line 9: second must be",
        "servers.csv | 9000000      | 9000000.5    | line 2: processor_ns must be a whole number",
        "servers.csv | `,10,40,`    | `,ten,40,`   | line 3: reads must be a whole number",
        "servers.csv | node-1       | `node-1,x`   | line 3 must have 10 cells, not 11",
        "servers.csv | node-1       | `n\u00ffode` | it is not UTF-8",
      })
  void read_withAWrongValue_namesItsPlace(String file, String found, String with, String fault)
      throws IOException {
    replace(file, found, with);
    assertDamaged(file, fault);
  }

  @Test
  void read_ofAnOperationThatNoHistogramHas_namesTheHistograms() throws IOException {
    replace("result.json", "\"write\"", "\"read\"");
    assertDamaged("latency-response.hlog", "no line tagged 'read', an operation of result.json");
  }

  @Test
  void read_ofANewerFormat_namesTheReleaseThatWroteIt() throws IOException {
    replace("manifest.json", "\"format\" : 1", "\"format\" : 2, \"news\" : []");
    assertThatThrownBy(() -> RunResult.read(run))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            run.resolve("manifest.json")
                + " has format 2, this release reads 1; read it with the release that wrote it,"
                + " 0.1.0");
  }

  @Test
  void name_ofADirectory_existsForTheRootToo() {
    assertThat(Results.name(Path.of("/"))).isEqualTo("root");
    assertThat(Results.name(Path.of("/../"))).isEqualTo("root");
    assertThat(Results.name(Path.of("runs/one/../two"))).isEqualTo("two");
  }
}
