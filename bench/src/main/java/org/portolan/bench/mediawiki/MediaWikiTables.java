package org.portolan.bench.mediawiki;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.portolan.wikitext.site.Namespace;
import org.portolan.wikitext.site.SiteInfo;

/**
 * What a MediaWiki has found in its pages: its tables page, pagelinks, categorylinks and
 * templatelinks, and linktarget where it is used (since MediaWiki 1.39 for templates, later for
 * all).
 */
final class MediaWikiTables {
  private static final String PAGE = "page";
  private static final String TARGET = "linktarget";

  private final SiteInfo site;
  private final Map<String, Integer> bytes = new HashMap<>();
  private final Map<Relation, Map<String, Set<String>>> found = new EnumMap<>(Relation.class);

  /** Full titles, each once in memory. */
  private final Map<String, String> titles = new HashMap<>();

  private MediaWikiTables(SiteInfo site) {
    this.site = site;
  }

  /**
   * Reads the tables from a directory that has a file for each, for example {@code
   * ltgwiki-20260101-pagelinks.sql.gz} or {@code pagelinks.sql}.
   */
  static MediaWikiTables read(Path directory, SiteInfo site) throws IOException {
    MediaWikiTables tables = new MediaWikiTables(site);
    Map<Long, String> pages = new HashMap<>();
    SqlTable.read(
        required(directory, PAGE),
        PAGE,
        row -> {
          String title = tables.title(row.number("page_namespace"), row.text("page_title"));
          pages.put(row.number("page_id"), title);
          tables.bytes.put(title, Math.toIntExact(row.number("page_len")));
        });
    Map<Long, String> targets = new HashMap<>();
    Optional<Path> file = file(directory, TARGET);
    if (file.isPresent()) {
      SqlTable.read(
          file.get(),
          TARGET,
          row ->
              targets.put(
                  row.number("lt_id"),
                  tables.title(row.number("lt_namespace"), row.text("lt_title"))));
    }
    for (Relation relation : Relation.values()) {
      tables.read(required(directory, relation.table), relation, pages, targets);
    }
    return tables;
  }

  private static Path required(Path directory, String table) throws IOException {
    return file(directory, table)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "the directory "
                        + directory
                        + " has no file of the table '"
                        + table
                        + "', like "
                        + table
                        + ".sql.gz"));
  }

  private static Optional<Path> file(Path directory, String table) throws IOException {
    Pattern name = Pattern.compile("(.*[-_.])?" + table + "\\.sql(\\.gz)?");
    try (Stream<Path> files = Files.list(directory)) {
      List<Path> fitting =
          files.filter(each -> name.matcher(each.getFileName().toString()).matches()).toList();
      if (fitting.size() > 1) {
        throw new IllegalArgumentException(
            "several files may be the table '" + table + "': " + fitting + "; leave one");
      }
      return fitting.stream().findFirst();
    }
  }

  private void read(
      Path file, Relation relation, Map<Long, String> pages, Map<Long, String> targets)
      throws IOException {
    Map<String, Set<String>> of = new HashMap<>();
    found.put(relation, of);
    String prefix = relation.prefix;
    SqlTable.read(
        file,
        relation.table,
        row -> {
          String from = pages.get(row.number(prefix + "_from"));
          // A page may have been deleted between the dumps of two tables.
          String to =
              row.has(prefix + "_target_id")
                  ? targets.get(row.number(prefix + "_target_id"))
                  : relation == Relation.CATEGORIES
                      ? title(Namespace.CATEGORY, row.text("cl_to"))
                      : title(row.number(prefix + "_namespace"), row.text(prefix + "_title"));
          if (from != null && to != null) {
            of.computeIfAbsent(from, key -> new TreeSet<>()).add(to);
          }
        });
  }

  private String title(long namespace, String written) {
    String text = written.replace('_', ' ');
    String prefix =
        site.namespace(Math.toIntExact(namespace))
            .map(Namespace::name)
            .orElseGet(() -> Long.toString(namespace));
    return titles.computeIfAbsent(prefix.isEmpty() ? text : prefix + ":" + text, title -> title);
  }

  /** Returns the length of a page's text in UTF-8; empty if there is no such page. */
  Optional<Integer> bytes(String title) {
    return Optional.ofNullable(bytes.get(title));
  }

  /** Returns the full titles that a page names. */
  Set<String> of(Relation relation, String title) {
    return found.get(relation).getOrDefault(title, Set.of());
  }
}
