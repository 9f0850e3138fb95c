package org.portolan.bench.workload.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.portolan.bench.workload.trace.TraceFilter.By;

class TraceReaderTest {
  private static final TraceFilter ALL = new TraceFilter("", 1, By.REQUESTS, 1);

  @TempDir Path directory;

  @Test
  void survey_inALocaleWithOtherDigits_isWrittenTheSame() throws IOException {
    Path trace = trace(List.of("1 100.000 http://en.wikipedia.org/wiki/Aa.png -", "unreadable"));
    Locale before = Locale.getDefault();
    try (TraceReader reader = TraceReader.open(trace, ALL)) {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      assertThat(reader.survey().text()).matches("[\\x00-\\x7F]+");
    } finally {
      Locale.setDefault(before);
    }
  }

  private Path trace(List<String> lines) throws IOException {
    return Files.write(directory.resolve("trace"), lines);
  }

  private static List<PageRequest> read(Path trace, TraceFilter filter) {
    List<PageRequest> requests = new ArrayList<>();
    try (TraceReader reader = TraceReader.open(trace, filter)) {
      for (Optional<PageRequest> next = reader.next(); next.isPresent(); next = reader.next()) {
        requests.add(next.get());
      }
    }
    return requests;
  }

  @Test
  void next_givesRequestsInTheOrderOfTheirTimes_andSurveySaysTheRest() throws IOException {
    Path trace =
        trace(
            List.of(
                "1 7.300 http://h/wiki/C -",
                "2 7.100 http://h/wiki/A -",
                "nonsense",
                "3 7.200 http://h/skins/x.css -",
                "4 7.200 http://h/wiki/B save",
                "5 9.000 http://h/wiki/A -"));
    assertThat(read(trace, ALL)).extracting(PageRequest::title).containsExactly("A", "B", "C", "A");
    try (TraceReader reader = TraceReader.open(trace, ALL)) {
      TraceSurvey survey = reader.survey();
      assertThat(survey.lateMillisMax()).isEqualTo(200);
      assertThat(survey.text())
          .isEqualToNormalizingNewlines(
              """
              6 lines; 4 requests for pages in 1.9 s, 2.1 a second: view 3, history 0, form 0, edit 1
                not replayed: 1 images, styles, scripts
                not read: 1 lines of an unknown form; the first is line 3: 'nonsense'
              """);
    }
  }

  @Test
  void next_tooLateForTheWindow_takesTheTimeOfTheOneBefore() throws IOException {
    List<String> lines = new ArrayList<>();
    for (int line = 0; line < 30_000; line++) {
      lines.add(line + " " + (100_000 + line) + " wiki/P" + line + " -");
    }
    lines.set(25_000, "25000 100000 wiki/Late -");
    lines.replaceAll(line -> line.substring(line.indexOf(' ') + 1));
    List<PageRequest> requests = read(trace(lines), ALL);
    assertThat(requests).hasSize(30_000);
    long before = 0;
    for (PageRequest request : requests) {
      assertThat(request.millis()).isGreaterThanOrEqualTo(before);
      before = request.millis();
    }
  }

  @ParameterizedTest
  @EnumSource
  void share_ofPagesKeepsAllTheirRequests_ofRequestsThinsOutAll(By by) throws IOException {
    List<String> lines = new ArrayList<>();
    for (int line = 0; line < 40_000; line++) {
      lines.add((100_000 + line) + " wiki/Page_" + line % 2_000 + " -");
    }
    List<PageRequest> requests = read(trace(lines), new TraceFilter("", 0.3, by, 5));
    assertThat((double) requests.size()).isCloseTo(12_000, within(1_500.0));
    Map<String, Integer> counts = new HashMap<>();
    requests.forEach(request -> counts.merge(request.title(), 1, Integer::sum));
    if (by == By.PAGES) {
      assertThat(counts.values()).containsOnly(20);
    } else {
      assertThat(counts).hasSizeGreaterThan(1_900);
    }
    assertThat(read(trace(lines), new TraceFilter("", 0.3, by, 5))).isEqualTo(requests);
    assertThat(read(trace(lines), new TraceFilter("", 0.3, by, 6))).isNotEqualTo(requests);
  }

  @Test
  void share_ofReads_keepsAllSaves() throws IOException {
    List<String> lines = new ArrayList<>();
    for (int line = 0; line < 20_000; line++) {
      String url = "http://en.wikipedia.org/wiki/Page_" + line % 2_000;
      lines.add(
          line + " " + (1_191_194_000 + line) + ".000 " + url + (line % 10 == 0 ? " save" : " -"));
    }
    TraceFilter few = new TraceFilter("", 1, 0.05, By.REQUESTS, 5);
    List<PageRequest> requests = read(trace(lines), few);
    assertThat(requests).filteredOn(each -> each.kind() == PageRequest.Kind.EDIT).hasSize(2_000);
    assertThat((double) requests.size() - 2_000).isCloseTo(900, within(150.0));
  }

  @Test
  void open_compressed_isTheSame() throws IOException {
    String line = "1191194118714 wiki/A -\n";
    Path plain = Files.writeString(directory.resolve("plain"), line);
    Path packed = directory.resolve("packed.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
      out.write(line.getBytes(StandardCharsets.UTF_8));
    }
    assertThat(read(packed, ALL)).isEqualTo(read(plain, ALL)).hasSize(1);
  }
}
