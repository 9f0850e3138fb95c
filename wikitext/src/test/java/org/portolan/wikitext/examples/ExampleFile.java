package org.portolan.wikitext.examples;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A file of examples. A line {@code @@ name} begins an example; in it, a line {@code @ page TITLE}
 * begins the text of an existing page, {@code @ input} the text, and {@code @ output} what must
 * become of it.
 */
public record ExampleFile(Path file, List<Example> examples) {
  private static final Pattern PART = Pattern.compile("(?m)^(@@|@) (.*)\n");

  /**
   * An example.
   *
   * @param pages the texts of existing pages by title
   * @param output ends with a line break
   */
  public record Example(String name, Map<String, String> pages, String input, String output) {}

  /** Reads a file of examples. */
  public static ExampleFile read(Path file) throws IOException {
    var script = Files.readString(file);
    var examples = new ArrayList<Example>();
    Example open = null;
    var part = PART.matcher(script);
    boolean more = part.find();
    while (more) {
      var mark = part.group(1);
      var name = part.group(2).strip();
      int start = part.end();
      more = part.find();
      var text = script.substring(start, more ? part.start() : script.length()).stripTrailing();
      if (mark.equals("@@")) {
        if (open != null) {
          examples.add(open);
        }
        open = new Example(name, Map.of(), "", "");
      } else if (name.equals("input")) {
        open = new Example(open.name(), open.pages(), text, open.output());
      } else if (name.equals("output")) {
        open = new Example(open.name(), open.pages(), open.input(), text + "\n");
      } else {
        var pages = new LinkedHashMap<>(open.pages());
        pages.put(name.substring("page ".length()), text);
        open = new Example(open.name(), pages, open.input(), open.output());
      }
    }
    if (open != null) {
      examples.add(open);
    }
    return new ExampleFile(file, examples);
  }

  /** Writes the file again, with other outputs. */
  public void write(List<String> outputs) throws IOException {
    var script = new StringBuilder();
    for (int i = 0; i < examples.size(); i++) {
      var each = examples.get(i);
      script.append("@@ ").append(each.name()).append('\n');
      each.pages()
          .forEach(
              (title, text) ->
                  script.append("@ page ").append(title).append('\n').append(text).append('\n'));
      script.append("@ input\n").append(each.input()).append('\n');
      script.append("@ output\n").append(outputs.get(i)).append('\n');
    }
    Files.writeString(file, script);
  }
}
