package org.portolan.wikitext.html.study;

import java.io.IOException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Reads a file of MediaWiki's parser tests: sections that begin with a line "!! name", a test from
 * "!! test" to "!! end", a page of its wiki from "!! article" to "!! endarticle".
 */
final class ParserTestFile {
  private final Map<String, String> pages;
  private final List<ParserTest> tests = new ArrayList<>();
  private final String file;

  private ParserTestFile(String file, Map<String, String> pages) {
    this.file = file;
    this.pages = pages;
  }

  /**
   * @param pages gets the pages that the file defines
   */
  static List<ParserTest> read(Path path, Map<String, String> pages) throws IOException {
    var name = path.getFileName().toString().replaceAll("(Tests)?\\.txt$", "");
    var file = new ParserTestFile(name, pages);
    var decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPLACE)
            .onUnmappableCharacter(CodingErrorAction.REPLACE);
    file.parse(decoder.decode(java.nio.ByteBuffer.wrap(Files.readAllBytes(path))).toString());
    return file.tests;
  }

  private void parse(String text) {
    Map<String, String> sections = null;
    String section = null;
    var content = new StringBuilder();
    for (var line : text.split("\n", -1)) {
      if (!line.startsWith("!!")) {
        if (section != null) {
          content.append(line).append('\n');
        }
        continue;
      }
      var name = line.substring(2).strip().toLowerCase(Locale.ROOT);
      if (section != null && sections != null) {
        sections.put(section, content.toString());
      }
      content.setLength(0);
      if (name.equals("test")
          || name.equals("article")
          || (name.equals("options") && sections == null)) {
        sections = new LinkedHashMap<>();
      }
      section = name;
      if (name.equals("end") || name.equals("endarticle")) {
        if (sections != null) {
          finish(sections);
        }
        sections = null;
        section = null;
      }
    }
  }

  private void finish(Map<String, String> sections) {
    if (sections.containsKey("article")) {
      pages.put(sections.get("article").strip(), sections.getOrDefault("text", "").stripTrailing());
    } else if (sections.containsKey("test")) {
      var name = sections.get("test").strip();
      Optional<String> html = Optional.empty();
      for (var each : List.of("html/php", "html/*", "html")) {
        if (html.isEmpty()) {
          html = Optional.ofNullable(sections.get(each));
        }
      }
      tests.add(
          new ParserTest(
              file.equals("parser") ? "parser: " + keyword(name) : file,
              name,
              withoutLastBreak(
                  sections.getOrDefault("wikitext", sections.getOrDefault("input", ""))),
              sections.getOrDefault("options", ""),
              sections.getOrDefault("config", ""),
              html,
              pages));
    }
  }

  private static String withoutLastBreak(String text) {
    return text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
  }

  private static final String[][] KEYWORDS = {
    {"references", "<ref", "cite", "references"},
    {"images", "image", "gallery", "file:", "media", "thumb"},
    {"tables", "table", "row", "cell"},
    {"lists", "list", "bullet", "indent"},
    {"quotes", "italic", "bold", "quote", "apostrophe"},
    {"headings", "heading", "toc", "section"},
    {"pre", "pre>", "<pre", "pre-", "nowiki", "preformat"},
    {"links", "link", "url", "interwiki", "category", "subpage", "isbn"},
    {
      "magic words", "magic", "variable", "parser function", "template", "#", "{{", "arg", "include"
    },
    {"html tags", "html", "tag", "<", "attribute", "comment", "sanitiz", "entit"},
    {"paragraphs", "paragraph", "p-wrap", "blank", "line"},
  };

  private static String keyword(String name) {
    var lower = name.toLowerCase(Locale.ROOT);
    for (var group : KEYWORDS) {
      for (int i = 1; i < group.length; i++) {
        if (lower.contains(group[i])) {
          return group[0];
        }
      }
    }
    return "other";
  }
}
