package org.portolan.design.yaml;

import java.util.Optional;
import org.portolan.design.check.Findings;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;

/**
 * Turns text into a tree of nodes that know their lines. Refuses files that could be costly to
 * read: aliases, deep nesting and large files.
 */
final class YamlText {
  /** The largest file that is read, in characters. */
  static final int LENGTH_MAX = 1 << 20;

  /** The deepest nesting; a design needs seven levels. */
  static final int DEPTH_MAX = 20;

  private static final LoadSettings SETTINGS =
      LoadSettings.builder().setLabel("design").setCodePointLimit(LENGTH_MAX).build();

  private YamlText() {}

  /**
   * @param beginning what such a file begins with
   */
  static Optional<Node> compose(String text, String beginning, Findings findings) {
    if (text.length() > LENGTH_MAX) {
      findings.add(
          0,
          "",
          "the file has " + text.length() + " characters",
          "a design has at most " + LENGTH_MAX);
      return Optional.empty();
    }
    try {
      if (!isHarmless(text, findings)) {
        return Optional.empty();
      }
      Optional<Node> root = new Compose(SETTINGS).composeString(text);
      if (root.isEmpty()) {
        findings.add(1, "", "the file is empty", "begin it with '" + beginning + "'");
      }
      return root;
    } catch (MarkedYamlEngineException e) {
      int line = e.getProblemMark().or(e::getContextMark).map(YamlText::line).orElse(0);
      findings.add(line, "", "this is not YAML: " + sentence(e), advice(e));
    } catch (ReaderException e) {
      int line = 1 + (int) text.codePoints().limit(e.getPosition()).filter(c -> c == '\n').count();
      findings.add(
          line,
          "",
          "the character U+%04X is not allowed in YAML".formatted(e.getCodePoint()),
          "remove it, and save the file as UTF-8 text");
    } catch (YamlEngineException e) {
      findings.add(0, "", "this is not YAML: " + e.getMessage(), "save the file as UTF-8 text");
    }
    return Optional.empty();
  }

  static int line(Mark mark) {
    return mark.getLine() + 1;
  }

  static int line(Node node) {
    return node.getStartMark().map(YamlText::line).orElse(0);
  }

  /** Reads the events one by one, so that no tree is built from a refused file. */
  private static boolean isHarmless(String text, Findings findings) {
    int depth = 0;
    int documents = 0;
    boolean harmless = true;
    for (Event event : new Parse(SETTINGS).parseString(text)) {
      int line = event.getStartMark().map(YamlText::line).orElse(0);
      switch (event.getEventId()) {
        case Alias -> {
          String name = ((AliasEvent) event).getAlias().getValue();
          findings.add(
              line,
              "",
              "the alias '*" + name + "' refers to another part of the file",
              "write that part out");
          harmless = false;
        }
        case DocumentStart -> documents++;
        case MappingStart, SequenceStart -> depth++;
        case MappingEnd, SequenceEnd -> depth--;
        default -> {}
      }
      if (depth > DEPTH_MAX) {
        findings.add(
            line,
            "",
            "the file nests deeper than " + DEPTH_MAX + " levels",
            "a design needs no more than seven; remove the deeper levels");
        return false;
      }
      if (documents > 1) {
        findings.add(
            line, "", "a second document begins here", "keep one design in a file, without '---'");
        return false;
      }
    }
    return harmless;
  }

  private static String sentence(MarkedYamlEngineException e) {
    String problem = e.getProblem() == null ? "" : e.getProblem();
    String context = e.getContext() == null ? "" : e.getContext() + ": ";
    return (context + problem).replace('\n', ' ').strip();
  }

  private static String advice(MarkedYamlEngineException e) {
    String problem = String.valueOf(e.getProblem());
    if (problem.contains("\\t")) {
      return "indent with spaces, not with tabs";
    }
    if (problem.contains("mapping values are not allowed")) {
      return "put quotes around a text that contains a colon, or check the indentation";
    }
    return "check the indentation, quotes and brackets here and in the line above";
  }
}
