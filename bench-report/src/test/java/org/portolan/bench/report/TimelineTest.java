package org.portolan.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

final class TimelineTest {
  private static Timeline timeline() {
    Chart chart =
        new Chart("Waits <of> readers", "minutes", Scale.Kind.LINEAR, "ms", Scale.Kind.LOGARITHMIC)
            .line("cached", 0, List.of(1.0, 2.0, 4.0), value -> value, value -> 10 * value)
            .limit(100, "promised: 100 ms");
    return new Timeline(
        "A run & its end",
        List.of("One <note>."),
        List.of(chart, chart),
        List.of(
            new Timeline.Lane("slow clients", List.of(new Timeline.Stretch(1, 2))),
            new Timeline.Lane(
                "floods", List.of(new Timeline.Stretch(0, 1), new Timeline.Stretch(3, 9)))),
        4,
        List.of(
            new Timeline.TextTable(
                "By minute", List.of("minute", "ms"), List.of(List.of("0", "1")))));
  }

  @Test
  void file_isXmlWithEveryChartAndLane() throws Exception {
    Document svg =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(timeline().file().getBytes(StandardCharsets.UTF_8)));
    assertThat(svg.getElementsByTagName("polyline").getLength()).isEqualTo(2);
    assertThat(timeline().file())
        .contains("Waits &lt;of&gt; readers", "promised: 100 ms", "slow clients", "floods");
    // Three stretches in two lanes; what lies beyond the end is cut.
    assertThat(timeline().file().split("class=\"span\"", -1)).hasSize(4);
    assertThat(timeline().x(9)).isEqualTo(timeline().x(4));
  }

  @Test
  void page_hasNotesAndTables() {
    assertThat(timeline().page())
        .contains("<h1>A run &amp; its end</h1>", "One &lt;note&gt;.", "<h3>By minute</h3>");
  }
}
