package org.portolan.engine.ignite;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.ignite.Ignition;
import org.portolan.engine.EngineException;

/**
 * The options that Ignite's client node needs of the Java machine: it reads fields of the JDK that
 * are closed to it otherwise. Without them, Ignite's classes fail when they are loaded.
 */
final class JvmOptions {
  private static final String FILE = "client.options";
  private static final Pattern OPENS = Pattern.compile("--add-opens=([^/]+)/([^=]+)=ALL-UNNAMED");

  private JvmOptions() {}

  /** Returns the options, from the file that the script of Portolan also uses. */
  static List<String> all() {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                JvmOptions.class.getResourceAsStream(FILE), StandardCharsets.UTF_8))) {
      return lines.lines().filter(line -> !line.isBlank() && !line.startsWith("#")).toList();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /**
   * Checks that this Java machine has the options.
   *
   * @throws EngineException if not; the message lists those that it lacks
   */
  static void require(String uri) {
    List<String> missing = missing(JvmOptions::isOpen);
    if (!missing.isEmpty()) {
      throw new EngineException(
          "cannot open "
              + uri
              + ": Ignite needs "
              + missing.size()
              + " options that this Java machine was started without; 'portolan jvm-options ignite'"
              + " prints all that it needs, for a file with which to start it: java @FILE ...;"
              + " missing are "
              + String.join(" ", missing));
    }
  }

  /**
   * Returns the options that this Java machine lacks.
   *
   * @param isOpen whether a package of a module is open to Ignite
   */
  static List<String> missing(BiPredicate<String, String> isOpen) {
    return all().stream()
        .filter(
            option -> {
              Matcher opens = OPENS.matcher(option);
              return opens.matches() && !isOpen.test(opens.group(1), opens.group(2));
            })
        .toList();
  }

  /** A module that this Java machine does not have cannot be opened, and is not asked for. */
  private static boolean isOpen(String module, String packageName) {
    return ModuleLayer.boot()
        .findModule(module)
        .map(found -> found.isOpen(packageName, Ignition.class.getModule()))
        .orElse(true);
  }
}
