package org.portolan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every link of the documentation to a file of this repository leads somewhere. */
class DocumentationLinksTest {
  private static final Pattern CODE = Pattern.compile("```.*?```", Pattern.DOTALL);
  private static final Pattern HEADING = Pattern.compile("^#+ (.*)$", Pattern.MULTILINE);
  private static final Pattern LINK = Pattern.compile("]\\(([^)\\s#]*)(?:#([^)\\s]*))?\\)");

  private final Path root = Path.of("..").toAbsolutePath().normalize();

  @Test
  void links_leadToFilesAndHeadings() throws IOException {
    List<String> broken = new ArrayList<>();
    Map<Path, Set<String>> anchors = new HashMap<>();
    for (Path page : pages()) {
      Matcher link = LINK.matcher(text(page));
      while (link.find()) {
        if (link.group(1).contains(":")) {
          continue;
        }
        Path to = link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1)).normalize();
        String anchor = link.group(2);
        if (!Files.exists(to)) {
          broken.add(root.relativize(page) + ": " + link.group(1) + " does not exist");
        } else if (anchor != null && to.toString().endsWith(".md")) {
          if (!anchors.containsKey(to)) {
            anchors.put(to, anchors(text(to)));
          }
          if (!anchors.get(to).contains(anchor)) {
            broken.add(root.relativize(page) + ": no heading " + link.group(1) + "#" + anchor);
          }
        }
      }
    }
    assertThat(broken).isEmpty();
  }

  @Test
  void anchors_areThoseOfHeadings() {
    assertThat(anchors("# One: `two`, *three*\n\ntext # four\n\n## A_b-c\n\n## A_b-c\n"))
        .containsExactlyInAnyOrder("one-two-three", "a_b-c", "a_b-c-1");
  }

  private List<Path> pages() throws IOException {
    try (Stream<Path> docs = Files.walk(root.resolve("docs"));
        Stream<Path> top = Files.list(root)) {
      return Stream.concat(docs, top)
          .filter(file -> file.toString().endsWith(".md"))
          .sorted()
          .toList();
    }
  }

  private static String text(Path page) throws IOException {
    return CODE.matcher(Files.readString(page)).replaceAll("");
  }

  /** Returns the anchors that a page's headings have where Markdown is shown as HTML. */
  private static Set<String> anchors(String page) {
    Set<String> anchors = new HashSet<>();
    Map<String, Integer> times = new HashMap<>();
    Matcher heading = HEADING.matcher(page);
    while (heading.find()) {
      String anchor =
          heading
              .group(1)
              .strip()
              .toLowerCase(Locale.ROOT)
              .replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
              .replaceAll("[^\\p{L}\\p{N}_ -]", "")
              .replace(' ', '-');
      int before = times.merge(anchor, 1, Integer::sum) - 1;
      anchors.add(before == 0 ? anchor : anchor + "-" + before);
    }
    return anchors;
  }
}
