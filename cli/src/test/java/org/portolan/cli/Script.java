package org.portolan.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Commands with their expected output, as text:
 *
 * <pre>
 * $ portolan wiki list --store rocksdb:DIR pages
 * Aa
 * [status 0]
 * </pre>
 *
 * A file or store in an argument is in a directory of the test. Values that differ from run to run
 * (seconds, rates, compressed lengths) are replaced by N. The lines of progress, which a slow
 * machine prints, and a status of 0 are not written.
 */
final class Script {
  private static final Pattern ARGUMENT = Pattern.compile("\"([^\"]*)\"|(\\S+)");

  private final Path directory;

  Script(Path directory) {
    this.directory = directory;
  }

  /** A command and its output, actual or expected. */
  record Step(String command, String output) {}

  static List<Step> parse(List<String> lines) {
    List<Step> steps = new ArrayList<>();
    String command = null;
    StringBuilder output = new StringBuilder();
    for (String line : lines) {
      if (line.startsWith("$ ")) {
        if (command != null) {
          steps.add(new Step(command, output.toString()));
        }
        command = line.substring(2);
        output.setLength(0);
      } else if (command != null) {
        output.append(line).append('\n');
      }
    }
    if (command != null) {
      steps.add(new Step(command, output.toString()));
    }
    return steps;
  }

  /** Runs a command and returns its output, with the status last if it is not 0. */
  String run(String command) {
    StringWriter written = new StringWriter();
    PrintWriter out = new PrintWriter(written, true);
    int status = Portolan.run(out, out, arguments(command));
    out.flush();
    String text =
        written
            .toString()
            .replace(directory.toString() + "/", "")
            .replaceAll("(?m)^[^\\n]+: \\d+( of \\d+)? [^\\n]+, \\d+ a second\\n", "")
            .replaceAll("(seconds|pages-per-second|file-bytes)=[0-9.]+", "$1=N")
            // The last column of a table of seconds, which a table of migrations has.
            .replaceAll("(?m)^(table .*[^ ]) +seconds$", "$1  seconds")
            .replaceAll("(?m)^(\\w+ +\\d.*\\d) +\\d+\\.\\d$", "$1  N")
            .replaceAll("(?m)[ \\t]+$", "");
    if (!text.isEmpty() && !text.endsWith("\n")) {
      text += "\n";
    }
    return status == 0 ? text : text + "[status " + status + "]\n";
  }

  private String[] arguments(String command) {
    List<String> arguments = new ArrayList<>();
    Matcher matcher = ARGUMENT.matcher(command);
    while (matcher.find()) {
      String argument = matcher.group(1) != null ? matcher.group(1) : matcher.group(2);
      if (argument.startsWith("rocksdb:")) {
        argument = "rocksdb:" + directory.resolve(argument.substring("rocksdb:".length()));
      } else if (argument.startsWith("jdbc:h2:")) {
        argument = "jdbc:h2:" + directory.resolve(argument.substring("jdbc:h2:./".length()));
      } else if (argument.matches(
          "[\\w-]+\\.(xml|xml\\.gz|xml\\.bz2|yaml|cluster|dump|sources|sql|log|jsonl|proposal)(/.*)?")) {
        argument = directory.resolve(argument).toString();
      }
      arguments.add(argument);
    }
    if (!arguments.remove(0).equals("portolan")) {
      throw new IllegalArgumentException("'" + command + "' is not a command of portolan");
    }
    return arguments.toArray(String[]::new);
  }
}
