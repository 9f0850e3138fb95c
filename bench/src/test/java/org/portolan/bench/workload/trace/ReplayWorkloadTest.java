package org.portolan.bench.workload.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.bench.api.BenchOptions;
import org.portolan.bench.api.Parameter;
import org.portolan.bench.load.Drive;
import org.portolan.bench.load.LoadGenerator;
import org.portolan.bench.load.LoadListener;
import org.portolan.bench.load.LoadResult;
import org.portolan.bench.load.LoadSpec;
import org.portolan.bench.load.OperationResult;
import org.portolan.bench.load.Progress;
import org.portolan.bench.load.Schedule;
import org.portolan.bench.load.WorkloadType;
import org.portolan.data.Store;
import org.portolan.data.Stores;
import org.portolan.wiki.Wiki;
import org.portolan.wiki.Wikis;

class ReplayWorkloadTest {
  private static final List<String> LINES =
      List.of(
          "1 100.000 http://en.wikipedia.org/wiki/Aa -",
          "2 100.020 http://en.wikipedia.org/wiki/Nothing_here -",
          "3 100.010 http://en.wikipedia.org/wiki/Bb -",
          "4 100.040 http://en.wikipedia.org/w/index.php?title=Cc&action=edit -",
          "5 100.050 http://en.wikipedia.org/w/index.php?title=Cc&action=submit save",
          "6 100.060 http://en.wikipedia.org/w/index.php?title=Dd&action=history -",
          "100080 w/index.php?title=Ee&action=submit 20070930|What+the+trace+has",
          "7 100.100 http://de.wikipedia.org/wiki/Aa -");

  @TempDir Path directory;

  private ReplayWorkload open(Map<String, String> more) throws IOException {
    Path trace = Files.write(directory.resolve("trace"), LINES);
    WorkloadType type = ReplayType.TYPE;
    List<Parameter> parameters = new ArrayList<>(type.parameters());
    parameters.add(Parameter.whole("seed", 0, Long.MAX_VALUE, 1, "The seed."));
    Map<String, String> given = new HashMap<>(more);
    given.putIfAbsent("trace", trace.toString());
    given.put("store", "rocksdb:" + directory.resolve("store"));
    given.put("pages", "50");
    return (ReplayWorkload) type.open(BenchOptions.of("replay", parameters, given));
  }

  @Test
  void spec_startsAreThoseOfTheTraceByThePace() throws IOException {
    try (ReplayWorkload replay = open(Map.of("pace", "2"))) {
      LoadSpec spec = replay.spec(3, 1);
      assertThat(spec.drive().workers()).isEqualTo(3);
      Schedule starts = ((Drive.Given) spec.drive()).starts();
      List<Long> millis = new ArrayList<>();
      for (long start = starts.next(0); start != Schedule.END; start = starts.next(0)) {
        millis.add(start / 1_000_000);
      }
      assertThat(millis).containsExactly(0L, 5L, 10L, 20L, 25L, 30L, 40L);
      assertThat(spec.measured().toNanos()).isEqualTo(40_000_001);
    }
  }

  @Test
  void run_performsEveryRequestOnce_onThePageItNames() throws IOException {
    try (ReplayWorkload replay = open(Map.of("pace", "1"))) {
      replay.prepare(Progress.NONE);
      LoadResult result = new LoadGenerator(replay, replay.spec(3, 1), LoadListener.NONE).run();
      assertThat(result.messages()).isEmpty();
      assertThat(result.operations())
          .extracting(OperationResult::operation, OperationResult::ok)
          .containsExactly(
              tuple("view", 3L), tuple("history", 1L), tuple("form", 1L), tuple("edit", 2L));
      assertThat(replay.configuration().get("titles")).startsWith("6 of 7 requests");
      assertThat(replay.verifyAtEnd().orElseThrow().wrong()).isZero();
    }
    try (Store store = Stores.open("rocksdb:" + directory.resolve("store"))) {
      Wiki wiki = Wikis.of(store);
      assertThat(wiki.page("Ee").orElseThrow().text()).startsWith("What the trace has\n");
      assertThat(wiki.page("Cc").orElseThrow().text()).contains("to Cc -->");
    }
  }

  @Test
  void open_nothingToReplay_saysWhatThereIs() throws IOException {
    Path empty = Files.writeString(directory.resolve("empty"), LINES.get(7) + "\n");
    assertThatThrownBy(() -> open(Map.of("trace", empty.toString())))
        .hasMessageContaining("has no request to replay: 1 lines; 0 requests for pages")
        .hasMessageContaining("not replayed: 1 another site");
    assertThatThrownBy(() -> open(Map.of("trace", ""))).hasMessage("name the trace to replay");
  }

  @Test
  void open_aTraceThatTakesLongerThanADay_isRefusedWithAPaceThatFits() throws IOException {
    Path trace = directory.resolve("two days");
    Files.write(
        trace,
        List.of(
            "1 100.000 http://en.wikipedia.org/wiki/Aa -",
            "2 172900.000 http://en.wikipedia.org/wiki/Bb -"));
    assertThatThrownBy(() -> open(Map.of("trace", trace.toString(), "pace", "2")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "the trace "
                + trace
                + " covers 48.0 hours, and a run takes at most 24: instead of --pace 2.0 give"
                + " --pace 2.01 or more");
    assertThat(Files.exists(directory.resolve("store"))).isFalse();
    try (ReplayWorkload replay = open(Map.of("trace", trace.toString(), "pace", "2.01"))) {
      assertThat(replay.spec(1, 1).measured()).isLessThan(LoadSpec.DURATION_MAX);
    }
  }
}
