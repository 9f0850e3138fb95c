package org.portolan.wikitext.message;

import com.ibm.icu.text.MessageFormat;
import com.ibm.icu.util.ULocale;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;

/**
 * The sentences of one language, from files in UTF-8 named by language ("lv.properties"). A
 * sentence is a pattern of ICU's {@code MessageFormat} with named arguments, which writes numbers
 * and plural forms as the language does. A language without a file, or a file without a sentence,
 * is replaced by the next in the chain of {@link Languages}. Immutable and thread-safe.
 */
public final class Messages {
  /** The tag of ICU's pseudo-language: every sentence of it is in brackets that no other has. */
  public static final String PSEUDO = "en-xa";

  private static final char PSEUDO_OPEN = '⟦';
  private static final char PSEUDO_CLOSE = '⟧';

  private final String language;
  private final Map<String, String> texts;
  private final Map<String, MessageFormat> formats;

  private Messages(String language, Map<String, String> texts, Map<String, MessageFormat> formats) {
    this.language = language;
    this.texts = texts;
    this.formats = formats;
  }

  /**
   * Reads the sentences of a language.
   *
   * @param owner the class beside whose package's resources the files are
   * @param folder the folder of the files, relative to {@code owner}, ending in a slash; may be
   *     empty
   * @param tag an IETF language tag; an unknown one gives English
   * @throws IllegalArgumentException if a pattern is malformed
   */
  public static Messages load(Class<?> owner, String folder, String tag) {
    boolean pseudo = tag.equalsIgnoreCase(PSEUDO);
    String language = null;
    var patterns = new LinkedHashMap<String, String>();
    var languages = new HashMap<String, String>();
    for (var each : pseudo ? List.of(Languages.LAST) : Languages.chain(tag)) {
      var file = file(owner, folder + each + ".properties");
      if (file.isEmpty()) {
        continue;
      }
      language = language == null ? each : language;
      for (var key : file.get().stringPropertyNames()) {
        if (patterns.putIfAbsent(key, file.get().getProperty(key)) == null) {
          languages.put(key, each);
        }
      }
    }
    if (language == null) {
      throw new IllegalArgumentException(
          "there are no messages in the resource folder '" + folder + "' of " + owner.getName());
    }
    var texts = new HashMap<String, String>();
    var formats = new HashMap<String, MessageFormat>();
    patterns.forEach(
        (key, written) -> {
          var pattern = pseudo ? PSEUDO_OPEN + written + PSEUDO_CLOSE : written;
          var format = format(key, pattern, languages.get(key));
          if (format.getArgumentNames().isEmpty()) {
            texts.put(key, format.format(Map.of()));
          } else {
            formats.put(key, format);
          }
        });
    return new Messages(pseudo ? PSEUDO : language, Map.copyOf(texts), Map.copyOf(formats));
  }

  private static MessageFormat format(String key, String pattern, String language) {
    try {
      return new MessageFormat(pattern, ULocale.forLanguageTag(language));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "the message '" + key + "' of language '" + language + "' is malformed: " + pattern, e);
    }
  }

  private static Optional<Properties> file(Class<?> owner, String path) {
    try (var stream = owner.getResourceAsStream(path)) {
      if (stream == null) {
        return Optional.empty();
      }
      var properties = new Properties();
      properties.load(new InputStreamReader(stream, StandardCharsets.UTF_8));
      return Optional.of(properties);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the built-in messages " + path, e);
    }
  }

  /** Returns the tag of the language of these sentences, which may not be the one asked for. */
  public String language() {
    return language;
  }

  /** Returns the names of all sentences. */
  public Set<String> keys() {
    var keys = new TreeSet<>(texts.keySet());
    keys.addAll(formats.keySet());
    return keys;
  }

  /** Returns the names of a sentence's arguments. */
  public Set<String> arguments(String key) {
    var format = formats.get(key);
    return format == null ? Set.of() : new TreeSet<>(format.getArgumentNames());
  }

  /** Returns a sentence that has no arguments, if there is one of this name. */
  public Optional<String> find(String key) {
    return Optional.ofNullable(texts.get(key));
  }

  /**
   * Returns a sentence.
   *
   * @param arguments names and values in turn; numbers are written as the language does
   * @throws IllegalArgumentException if there is no such sentence, or it has other arguments
   */
  public String of(String key, Object... arguments) {
    if (arguments.length == 0 && texts.containsKey(key)) {
      return texts.get(key);
    }
    var format = formats.get(key);
    var values = new HashMap<String, Object>();
    for (int i = 0; i + 1 < arguments.length; i += 2) {
      values.put((String) arguments[i], arguments[i + 1]);
    }
    if (format == null || !format.getArgumentNames().equals(values.keySet())) {
      throw new IllegalArgumentException(
          "there is no message '" + key + "' with the arguments " + values.keySet());
    }
    // A format changes while it writes.
    return format.clone().format(values);
  }
}
