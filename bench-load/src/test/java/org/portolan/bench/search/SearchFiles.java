package org.portolan.bench.search;

import java.time.Duration;
import java.util.Map;
import org.portolan.bench.run.Manifest;
import org.portolan.bench.search.ScriptedStore.Answer;
import org.portolan.bench.search.SearchSpec.Axis;

/** Searches as files, for tests of their readers. */
public final class SearchFiles {
  private SearchFiles() {}

  /** Returns a search that found a limit of 700 to 750 a second. */
  public static SearchFile found() {
    SearchSpec spec =
        new SearchSpec(
            Axis.RATE,
            0.95,
            Duration.ofMillis(200),
            Duration.ofSeconds(10),
            100,
            10_000,
            0.1,
            4,
            0.95);
    return file(
        new LoadSearch(
                spec,
                new ScriptedStore(
                    spec.within(), (number, load) -> Answer.share(load <= 730 ? 0.99 : 0.2)),
                SearchListener.NONE)
            .run());
  }

  static SearchFile file(SearchResult result) {
    Manifest begun =
        new Manifest(
            Manifest.FORMAT,
            Manifest.State.RUNNING,
            "2026-01-02T03:04:05Z",
            "0.1.0",
            "0123456",
            "ycsb-b",
            Map.of("percent", "95"),
            Map.of("records", "1000"),
            Map.of());
    return SearchFile.of(begun, "machine: a test", result);
  }
}
