package org.portolan.bench.mediawiki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.portolan.bench.Runs;

final class MediaWikiLinksBenchmarkTest {
  private static final String SEA = "[[Wind]] {{Box}} [[Category:Water]]";
  private static final String BOX = "[[Category:Boxes]][[Tide]]";
  static final String DUMP =
      """
      <mediawiki xmlns="http://www.mediawiki.org/xml/export-0.10/" version="0.10" xml:lang="en">
      <siteinfo><sitename>S</sitename><base>http://localhost/</base><namespaces>
      <namespace key="0" case="first-letter"/>
      <namespace key="10" case="first-letter">Template</namespace>
      <namespace key="14" case="first-letter">Category</namespace>
      </namespaces></siteinfo>
      %s%s%s
      </mediawiki>
      """
          .formatted(
              page("Sea", 0, 1, SEA), page("Template:Box", 10, 2, BOX), page("New", 0, 3, "x"));

  @TempDir private Path directory;
  private Path dump;

  static String page(String title, int namespace, int id, String text) {
    return "<page><title>%s</title><ns>%d</ns><id>%d</id><revision><id>%d</id><timestamp>2020-01-01T00:00:00Z</timestamp><contributor><ip>1.2.3.4</ip></contributor><text>%s</text></revision></page>"
        .formatted(title, namespace, id, id, text);
  }

  @BeforeEach
  void write() throws IOException {
    dump = Files.writeString(directory.resolve("dump.xml"), DUMP);
    table(
        "page",
        "`page_id`, `page_namespace`, `page_title`, `page_len`",
        "(1,0,'Sea',%d),(2,10,'Box',%d)".formatted(SEA.length(), BOX.length()));
    table("linktarget", "`lt_id`, `lt_namespace`, `lt_title`", "(5,10,'Box'),(6,0,'It\\'s')");
    // The older layout, which has titles.
    table(
        "pagelinks",
        "`pl_from`, `pl_namespace`, `pl_title`, `pl_from_namespace`",
        "(1,0,_binary 'Wind',0),(1,0,'Tide',0),\n(1,0,'Sand',0),(2,0,'Tide',10)");
    table(
        "categorylinks",
        "`cl_from`, `cl_to`, `cl_sortkey`",
        "(1,'Water',NULL),(1,'Boxes','a\\\\')");
    table("templatelinks", "`tl_from`, `tl_target_id`", "(1,5),(77,5)");
  }

  private void table(String name, String columns, String rows) throws IOException {
    String text =
        "-- MySQL dump\nCREATE TABLE `%s` (\n%s,\n  PRIMARY KEY (`x`)\n) ENGINE=InnoDB;\nINSERT INTO `%s` VALUES\n%s;\nUNLOCK TABLES;\n"
            .formatted(name, "  " + columns.replace(", ", " int,\n  ") + " int", name, rows);
    try (OutputStream out =
        new GZIPOutputStream(
            Files.newOutputStream(directory.resolve("swiki-2020-" + name + ".sql.gz")))) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  @Test
  void run_countsWhatBothHave() {
    Runs run =
        Runs.of(
            "mediawiki-links",
            "--dump",
            dump.toString(),
            "--tables",
            directory.toString(),
            "--differences",
            "9");
    assertThat(run.figure("pages")).isEqualTo(2);
    // Of MediaWiki's four links we find three; of our three categories two are in its table.
    assertThat(run.figure("pagelinks-precision")).isEqualTo(100);
    assertThat(run.figure("pagelinks-recall")).isEqualTo(75);
    assertThat(run.figure("categorylinks-precision")).isEqualTo(66.667);
    assertThat(run.figure("categorylinks-recall")).isEqualTo(100);
    assertThat(run.figure("templatelinks-recall")).isEqualTo(100);
    assertThat(run.text())
        .contains("2 pages compared, 0 of them use Lua", "1 have another length")
        .contains("only MediaWiki, links: 1\n  Sea -> Sand")
        .contains("only we, categories: 1\n  Template:Box -> Category:Boxes");
  }

  @Test
  void read_values_areUnescaped() throws IOException {
    List<String> read = new ArrayList<>();
    SqlTable.read(
        directory.resolve("swiki-2020-linktarget.sql.gz"),
        "linktarget",
        row -> read.add(row.number("lt_id") + row.text("lt_title")));
    assertThat(read).containsExactly("5Box", "6It's");
  }

  @Test
  void run_tableMissing_saysWhich() throws IOException {
    Files.delete(directory.resolve("swiki-2020-pagelinks.sql.gz"));
    assertThatThrownBy(
            () ->
                Runs.of(
                    "mediawiki-links", "--dump", dump.toString(), "--tables", directory.toString()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("has no file of the table 'pagelinks'");
  }

  @Test
  void read_endsEarly_saysSo() throws IOException {
    Path cut = directory.resolve("page.sql");
    Files.writeString(
        cut, "CREATE TABLE `page` (\n  `page_id` int\n);\nINSERT INTO `page` VALUES (1),(2");
    assertThatThrownBy(() -> SqlTable.read(cut, "page", row -> {}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("page.sql")
        .hasMessageContaining("ends within a statement");
    Files.writeString(cut, "nothing\n");
    assertThatThrownBy(() -> SqlTable.read(cut, "page", row -> {}))
        .hasMessageContaining("does not define the table 'page'");
  }
}
