package org.portolan.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.portolan.data.Store;
import org.portolan.data.StoreCheck;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code portolan check}. */
@Command(
    name = "check",
    description = {
      "Compares every index and counter of a store with its rows, in both directions: entries that"
          + " are missing and entries that dangle. Writers can continue meanwhile. On HBase and"
          + " Cassandra it first finishes the writes of dead processes.",
      ""
    },
    mixinStandardHelpOptions = true,
    footer = {
      "",
      "Exit status 1 if an error remains, or if the check could not decide about a counter or row."
    })
final class CheckCommand implements Callable<Integer> {
  @Mixin StoreOption store;

  @Option(names = "--repair", description = "Repair the errors.")
  boolean repair;

  @Option(names = "--resume", description = "Continue an interrupted check.")
  boolean resume;

  @Option(
      names = "--guard",
      paramLabel = "SECONDS",
      defaultValue = "0.5",
      description =
          "Check a suspected error again after this time: it may be a write in flight (default:"
              + " ${DEFAULT-VALUE}).")
  double guardSeconds;

  @Option(
      names = "--reports",
      paramLabel = "N",
      defaultValue = "1000",
      description = "List at most N findings; all are counted (default: ${DEFAULT-VALUE}).")
  int reportsMax;

  @Spec CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    StoreCheck.Options options = options();
    try (Store open = store.open();
        Progress progress = new Progress("check", "rows and entries", OptionalLong.empty(), err)) {
      StoreCheck.Result result = open.check(options).run(out::println, progress::reached);
      out.println(result.summary() + (repair ? " repaired=" + result.repaired() : ""));
      return result.isClean() ? 0 : 1;
    }
  }

  private StoreCheck.Options options() {
    long guardSecondsMax = StoreCheck.Options.GUARD_MAX.toSeconds();
    // Not a number is in no range.
    if (!(guardSeconds >= 0 && guardSeconds <= guardSecondsMax)) {
      throw new ParameterException(
          spec.commandLine(),
          "--guard must be from 0 to " + guardSecondsMax + " seconds, not " + guardSeconds);
    }
    if (reportsMax < 0) {
      throw new ParameterException(
          spec.commandLine(),
          "--reports must be from 0 to " + Integer.MAX_VALUE + ", not " + reportsMax);
    }
    return new StoreCheck.Options(
        repair, resume, Duration.ofMillis((long) (guardSeconds * 1000)), reportsMax);
  }
}
