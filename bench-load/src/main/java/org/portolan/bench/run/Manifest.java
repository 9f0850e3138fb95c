package org.portolan.bench.run;

import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.portolan.bench.api.Machine;
import org.portolan.bench.load.Workload;

/**
 * The data needed to repeat a run and to judge it. The maps keep their order.
 *
 * @param format {@link #FORMAT}
 * @param state how the run ended; a run whose process was killed stays {@code RUNNING}
 * @param started in UTC, ISO 8601
 * @param version of Portolan
 * @param commit of the checkout it was built in, followed by {@code +changes} if the checkout had
 *     uncommitted changes; {@code unknown} outside of a checkout
 * @param workload the name on the command line
 * @param options every option of the run, defaults resolved, as typed on the command line
 * @param configuration the settings that the workload reports
 * @param machine processors, memory, load before the run, operating system, Java and its options
 */
public record Manifest(
    int format,
    State state,
    String started,
    String version,
    String commit,
    String workload,
    Map<String, String> options,
    Map<String, String> configuration,
    Map<String, String> machine) {
  public static final int FORMAT = 1;
  static final String NAME = "manifest.json";

  /** How a run ended. */
  public enum State {
    /** The run goes on, or its process was killed. */
    RUNNING,
    /** The run lasted for its full time. */
    COMPLETE,
    /** The run was stopped early; the results are the measurements until then. */
    INTERRUPTED
  }

  public Manifest {
    options = inOrder(options);
    configuration = inOrder(configuration);
    machine = inOrder(machine);
  }

  /**
   * Returns the manifest of a run that begins now.
   *
   * @param name of the workload on the command line
   * @param options all options of the run, as typed; the directory for its files is left out
   * @param workload prepared
   */
  public static Manifest begin(String name, Map<String, String> options, Workload workload) {
    Build build = Build.find();
    Map<String, String> typed = new LinkedHashMap<>(options);
    typed.remove("out");
    return begin(build.version(), build.commit(), name, typed, workload.configuration());
  }

  private static Manifest begin(
      String version,
      String commit,
      String name,
      Map<String, String> options,
      Map<String, String> configuration) {
    return new Manifest(
        FORMAT,
        State.RUNNING,
        Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
        version,
        commit,
        name,
        options,
        configuration,
        Machine.figures());
  }

  /**
   * Returns the manifest of another run of the same workload that begins now. The workload is not
   * asked again, since a description of it may take a while.
   */
  public Manifest again(Map<String, String> otherOptions) {
    return begin(version, commit, workload, otherOptions, configuration);
  }

  private static Map<String, String> inOrder(Map<String, String> map) {
    return Collections.unmodifiableMap(new LinkedHashMap<>(map));
  }

  /** Returns whether a directory holds a run. */
  public static boolean isIn(Path directory) {
    return Files.exists(directory.resolve(NAME));
  }

  /**
   * Reads the manifest of a run, which exists from the beginning of the run.
   *
   * @throws IllegalArgumentException if there is none, or it is damaged or of a newer format
   * @throws UncheckedIOException if it cannot be read
   */
  public static Manifest read(Path directory) {
    if (!isIn(directory)) {
      throw new IllegalArgumentException(
          directory + " is not the directory of a run: it has no " + NAME);
    }
    return Results.read(directory.resolve(NAME), Manifest.class, FORMAT);
  }

  Manifest with(State end) {
    return new Manifest(
        format, end, started, version, commit, workload, options, configuration, machine);
  }
}
