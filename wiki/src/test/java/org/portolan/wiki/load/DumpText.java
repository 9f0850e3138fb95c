package org.portolan.wiki.load;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.portolan.wiki.dump.DumpOptions;

/** A dump written by hand. Immutable. */
record DumpText(String name, String xml) {
  private static final Instant FIRST = Instant.parse("2020-01-01T00:00:00Z");

  static DumpText named(String name) {
    return new DumpText(name, "<mediawiki version=\"0.10\" xml:lang=\"en\">\n");
  }

  /** Adds a header, which names a wiki. */
  DumpText site(String sitename, String database) {
    return add(
        "<siteinfo><sitename>"
            + sitename
            + "</sitename><dbname>"
            + database
            + "</dbname><base>https://example.org/wiki/Main_Page</base></siteinfo>\n");
  }

  DumpText add(String part) {
    return new DumpText(name, xml + part);
  }

  /** Adds a page whose revisions have ids that rise by 1 from {@code firstRevision}. */
  DumpText page(String title, long pageId, long firstRevision, String... texts) {
    return add(page(title, pageId, firstRevision, List.of(texts)));
  }

  static String page(String title, long pageId, long firstRevision, List<String> texts) {
    StringBuilder page = new StringBuilder("<page><title>").append(title);
    page.append("</title><id>").append(pageId).append("</id>\n");
    for (int number = 0; number < texts.size(); number++) {
      long id = firstRevision + number;
      page.append("<revision><id>").append(id).append("</id><timestamp>");
      page.append(FIRST.plusSeconds(id)).append("</timestamp><contributor><username>Ann");
      page.append("</username></contributor><text>").append(texts.get(number));
      page.append("</text></revision>\n");
    }
    return page.append("</page>\n").toString();
  }

  DumpSource open() {
    return openUnended("</mediawiki>\n");
  }

  /** Opens it with a reader for what is odd in it. */
  DumpSource open(Consumer<String> notes) {
    return DumpSource.open(
        new ByteArrayInputStream((xml + "</mediawiki>\n").getBytes(StandardCharsets.UTF_8)),
        name,
        DumpOptions.all(),
        notes);
  }

  /** Opens a file that ends in the middle. */
  DumpSource openTruncated() {
    return openUnended("<page><title>Cut</title><id>9</id><revision><id>9</id><timest");
  }

  private DumpSource openUnended(String end) {
    return DumpSource.open(
        new ByteArrayInputStream((xml + end).getBytes(StandardCharsets.UTF_8)),
        name,
        DumpOptions.all());
  }
}
