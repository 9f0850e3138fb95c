package org.portolan.wikitext.html.study;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * One of MediaWiki's parser tests.
 *
 * @param group the file, or for the general file a part of it by keywords
 * @param options the text of the section "options"
 * @param config the text of the section "config"
 * @param html the HTML that MediaWiki's own parser is expected to give, if the test names any
 * @param pages the other pages of the test's wiki, by their titles as written
 */
record ParserTest(
    String group,
    String name,
    String wikitext,
    String options,
    String config,
    Optional<String> html,
    Map<String, String> pages) {

  /** Whether the test may be looked at while the code is changed; the others only judge it. */
  boolean isForTuning() {
    var crc = new CRC32();
    crc.update(name.getBytes(StandardCharsets.UTF_8));
    return crc.getValue() % 2 == 0;
  }

  /** Returns the value of an option like {@code title=[[X]]}. */
  Optional<String> option(String key) {
    int at = options.indexOf(key + "=");
    if (at < 0 || (at > 0 && !Character.isWhitespace(options.charAt(at - 1)))) {
      return Optional.empty();
    }
    int start = at + key.length() + 1;
    if (options.startsWith("[[", start)) {
      return Optional.of(options.substring(start + 2, options.indexOf("]]", start)));
    }
    int end = start;
    while (end < options.length() && !Character.isWhitespace(options.charAt(end))) {
      end++;
    }
    return Optional.of(options.substring(start, end).replace("\"", ""));
  }

  boolean hasOption(String word) {
    for (var each : options.split("[\\s=]+", -1)) {
      if (each.equals(word)) {
        return true;
      }
    }
    return false;
  }

  /** Returns why the test cannot say anything about this renderer, or empty. */
  Optional<String> reasonToSkip() {
    if (html.isEmpty()) {
      return Optional.of("no HTML of the legacy parser");
    }
    for (var option : SKIPPED_OPTIONS) {
      if (hasOption(option)) {
        return Optional.of("option " + option);
      }
    }
    if (option("language").filter(VARIANTS::contains).isPresent()) {
      return Optional.of("language with variants");
    }
    for (var setting : SKIPPED_CONFIG) {
      if (config.contains(setting)) {
        return Optional.of("configuration " + setting);
      }
    }
    for (var tag : SKIPPED_TAGS) {
      var lower = wikitext.toLowerCase(Locale.ROOT);
      if (lower.contains("<" + tag) || lower.contains("#tag:" + tag)) {
        return Optional.of("extension " + tag);
      }
    }
    return Optional.empty();
  }

  private static final String[] SKIPPED_OPTIONS = {
    "disabled",
    "msg",
    "comment",
    "section",
    "replace",
    "preload",
    "nohtml",
    "lastsavedrevision",
    "wgRawHtml",
    "wgAllowExternalImages",
    "djvu",
    "styletag",
    "annotations",
    "variant",
    "htmlVariantLanguage",
    "wtVariantLanguage",
    "userLanguage",
    "local",
    "externalLinkTarget"
  };

  private static final String[] SKIPPED_CONFIG = {
    "wgRawHtml",
    "wgUsePigLatinVariant",
    "wgReturnExperimentalPFragmentTypes",
    "wgParsoidExperimentalParserFunctionOutput",
    "wgEnableMagicLinks",
    "wgParserEnableUserLanguage",
    "wgNoFollow",
    "wgExternalLinkTarget",
    "wgInterwikiMagic"
  };

  /** Tags of MediaWiki's test hooks and of extensions that the wiki does not have. */
  private static final String[] SKIPPED_TAGS = {
    "aside",
    "pwraptest",
    "styletag",
    "spantag",
    "divtag",
    "tag",
    "statictag",
    "asidetag",
    "rawhtml",
    "translate",
    "tvar",
    "indicator",
    "sealed",
    "embed",
    "section begin",
    "templatestyles",
    "langconvert",
    "tåg"
  };

  private static final java.util.Set<String> VARIANTS =
      java.util.Set.of(
          "zh",
          "zh-cn",
          "zh-tw",
          "sr",
          "sr-ec",
          "sr-el",
          "kk",
          "ku",
          "iu",
          "gan",
          "shi",
          "tg",
          "uz",
          "crh",
          "en-x-piglatin",
          "sh",
          "ban",
          "tly",
          "mni",
          "wuu",
          "zgh");
}
