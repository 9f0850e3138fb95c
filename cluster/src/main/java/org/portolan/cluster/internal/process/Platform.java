package org.portolan.cluster.internal.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.portolan.cluster.ClusterException;

/**
 * The system and the processor for which a binary is built.
 *
 * @param system {@code linux}, {@code linux-musl} (a Linux with another C library, like Alpine),
 *     {@code macos}, or a name in lower case
 * @param processor {@code x86_64}, {@code aarch64}, or a name in lower case
 */
record Platform(String system, String processor) {
  private static final Pattern ARTIFACT = Pattern.compile("<((?:linux|macos)[\\w-]*)>");

  static Platform ofThisMachine() {
    String processor = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
    return of(
        System.getProperty("os.name"),
        processor,
        Files.exists(Path.of("/lib/ld-musl-" + processor(processor) + ".so.1"))
            && !Files.exists(Path.of("/lib64/ld-linux-x86-64.so.2"))
            && !Files.exists(Path.of("/lib/ld-linux-aarch64.so.1")));
  }

  /** Returns the platform with these names, as Java spells them. */
  static Platform of(String name, String architecture, boolean hasMuslOnly) {
    String lower = name.toLowerCase(Locale.ROOT);
    String system = lower.startsWith("mac") ? "macos" : lower.replace(' ', '-');
    return new Platform(
        system.equals("linux") && hasMuslOnly ? "linux-musl" : system,
        processor(architecture.toLowerCase(Locale.ROOT)));
  }

  private static String processor(String architecture) {
    return architecture.equals("amd64") ? "x86_64" : architecture;
  }

  /**
   * Returns a {@code pom.xml} that fetches the artifact of this platform.
   *
   * @param template has a property with the artifact's name for each platform that there is
   * @param place the text to replace by the name of the property
   * @throws ClusterException if there is no artifact for this platform
   */
  String insertInto(String template, String place, String engine) {
    List<String> platforms = new ArrayList<>();
    Matcher artifacts = ARTIFACT.matcher(template);
    while (artifacts.find()) {
      platforms.add(artifacts.group(1));
    }
    if (!platforms.contains(toString())) {
      throw new ClusterException(
          "there is no binary of "
              + engine
              + " for "
              + this
              + ", only for "
              + String.join(", ", platforms)
              + ": start a server of your own, and use its URL");
    }
    return template.replace(place, toString());
  }

  @Override
  public String toString() {
    return system + "-" + processor;
  }
}
