package org.portolan.bench.search;

import java.time.Duration;
import java.util.Map;
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
            10,
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
    return SearchFile.of(
        "2026-01-02T03:04:05Z",
        "ycsb-b",
        Map.of("percent", "95"),
        Map.of("records", "1000"),
        "machine: a test",
        result);
  }
}
