package org.portolan.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.portolan.bench.study.Judge;
import org.portolan.bench.study.Size;
import org.portolan.bench.study.Studies;
import org.portolan.bench.study.Study;
import org.portolan.bench.study.StudyPage;
import org.portolan.bench.study.StudyReader;
import org.portolan.bench.study.StudyResult;
import org.portolan.bench.study.StudyRun;
import org.portolan.bench.study.StudyText;
import org.portolan.bench.study.Verdict;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code portolan bench study}. */
@Command(
    name = "study",
    description = {
      "Repeats the experiments of a paper, and says which of its findings hold here. Exits with 1 if"
          + " a measurement failed.",
      "In the default size, a study takes up to some ten minutes, and may start servers on this"
          + " machine.",
      ""
    },
    mixinStandardHelpOptions = true)
final class BenchStudyCommand implements Callable<Integer> {
  private static final String ALL = "all";

  @Spec CommandSpec spec;

  @Parameters(
      paramLabel = "NAME",
      arity = "0..1",
      description =
          "A study, the file of one (NAME.yaml), or 'all'. Without it, the studies are listed.")
  String name;

  @ArgGroup Sizes sizes = new Sizes();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "An empty or new directory for the results: the page report.html, the figures as"
              + " study.json, and the files of every measurement (default: study-NAME).")
  Path out;

  @Option(
      names = "--set",
      paramLabel = "NAME=VALUE[,VALUE]",
      description =
          "Other values of a variable of the study, for example --set threads=1,4. Studies that"
              + " replay a trace need one: --set trace=FILE.")
  List<String> set = List.of();

  @Option(
      names = "--show",
      description =
          "Print the file of a study that comes with Portolan, to copy it, and run nothing.")
  boolean show;

  /** How much is run. */
  static final class Sizes {
    @Option(names = "--quick", description = "Run each step for a second: shows that it runs.")
    boolean quick;

    @Option(names = "--full", description = "As long, and on as many servers, as the paper.")
    boolean full;

    Size size() {
      return quick ? Size.QUICK : full ? Size.FULL : Size.DEFAULT;
    }
  }

  @Override
  public Integer call() {
    PrintWriter to = spec.commandLine().getOut();
    if (name == null) {
      Studies.names()
          .forEach(each -> to.printf("%-23s %s%n", each, Studies.of(each).question().strip()));
      to.flush();
      return 0;
    }
    if (show) {
      to.print(text());
      to.flush();
      return 0;
    }
    List<Study> studies = studies();
    int failed = 0;
    for (Study study : studies) {
      Path directory = out == null ? Path.of("study-" + study.name()) : out;
      failed +=
          run(study, studies.size() > 1 && out != null ? out.resolve(study.name()) : directory);
    }
    return failed == 0 ? 0 : 1;
  }

  private String text() {
    try {
      return Studies.text(name);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--show: " + e.getMessage(), e);
    }
  }

  private List<Study> studies() {
    try {
      if (name.equals(ALL)) {
        return all();
      }
      Study study = name.endsWith(".yaml") ? StudyReader.read(Path.of(name)) : Studies.of(name);
      return List.of(study.with(given()));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  /** Returns the studies that have all that they need; the others are named. */
  private List<Study> all() {
    List<Study> studies = new ArrayList<>();
    for (Study study : Studies.names().stream().map(Studies::of).toList()) {
      Map<String, List<String>> needed = given();
      needed.keySet().retainAll(study.needs().keySet());
      Study whole = study.with(needed);
      if (whole.missing().isEmpty()) {
        studies.add(whole);
      } else {
        spec.commandLine()
            .getErr()
            .println(
                "skipped: " + study.name() + " needs --set " + String.join(", ", whole.missing()));
      }
    }
    return studies;
  }

  private Map<String, List<String>> given() {
    Map<String, List<String>> given = new LinkedHashMap<>();
    for (String pair : set) {
      int equals = pair.indexOf('=');
      if (equals < 1 || equals == pair.length() - 1) {
        throw new IllegalArgumentException("--set: '" + pair + "' is not NAME=VALUE[,VALUE]");
      }
      given.put(pair.substring(0, equals), List.of(pair.substring(equals + 1).split(",", -1)));
    }
    return given;
  }

  private int run(Study study, Path directory) {
    PrintWriter to = spec.commandLine().getOut();
    long start = System.nanoTime();
    StudyResult result;
    try (StatusLine status = new StatusLine(spec.commandLine().getErr())) {
      StudyRun run;
      try {
        run = new StudyRun(study, sizes.size(), directory, status);
      } catch (IllegalArgumentException e) {
        throw new ParameterException(spec.commandLine(), e.getMessage(), e);
      }
      to.print(StudyText.head(study, sizes.size()));
      to.flush();
      result = run.run();
    }
    List<Verdict> verdicts = new Judge(result).verdicts();
    StudyPage.of(result, verdicts).write(directory.resolve("report.html"));
    to.print(StudyText.of(result, verdicts));
    to.println("page: " + directory.resolve("report.html"));
    to.println(StudyText.summary(result, verdicts, (System.nanoTime() - start) / 1e9));
    to.flush();
    return result.failures().size();
  }
}
