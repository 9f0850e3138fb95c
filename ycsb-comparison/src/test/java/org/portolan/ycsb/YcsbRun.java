package org.portolan.ycsb;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.portolan.bench.system.ChildProcess;

/** YCSB's own client on a store; each call runs it in a separate process, to its end. */
final class YcsbRun {
  /** YCSB's core workloads: shares of read, update, scan, insert, read-modify-write. */
  enum Core {
    A("0.5", "0.5", "0", "0", "0", "zipfian"),
    B("0.95", "0.05", "0", "0", "0", "zipfian"),
    C("1", "0", "0", "0", "0", "zipfian"),
    D("0.95", "0", "0", "0.05", "0", "latest"),
    E("0", "0", "0.95", "0.05", "0", "zipfian"),
    F("0.5", "0", "0", "0", "0.5", "zipfian");

    private final String read;
    private final String update;
    private final String scan;
    private final String insert;
    private final String modify;
    private final String choice;

    Core(String read, String update, String scan, String insert, String modify, String choice) {
      this.read = read;
      this.update = update;
      this.scan = scan;
      this.insert = insert;
      this.modify = modify;
      this.choice = choice;
    }

    private Map<String, String> properties() {
      return Map.of(
          "readproportion", read,
          "updateproportion", update,
          "scanproportion", scan,
          "insertproportion", insert,
          "readmodifywriteproportion", modify,
          "requestdistribution", choice);
    }

    boolean scans() {
      return this == E;
    }

    String ours() {
      return "ycsb-" + name().toLowerCase(Locale.ROOT);
    }
  }

  private static final Pattern FIGURE =
      Pattern.compile("(\\[[A-Z-]+\\], [^,]+), (-?[0-9.]+(?:E-?[0-9]+)?)");

  private final Map<String, String> properties = new TreeMap<>();

  YcsbRun(String uri, Core core, long records, int threads) {
    set("db", PortolanDb.class.getName());
    set("workload", "site.ycsb.workloads.CoreWorkload");
    set("portolan.uri", uri);
    set("recordcount", Long.toString(records));
    set("threadcount", Integer.toString(threads));
    set("writeallfields", "true");
    set("maxscanlength", "100");
    core.properties().forEach(this::set);
  }

  YcsbRun set(String name, String value) {
    properties.put(name, value);
    return this;
  }

  /**
   * The output of YCSB: lines {@code [READ], Return=OK, 17}.
   *
   * @param figures by section and name, for example {@code [READ], Return=OK}
   */
  record Printed(List<String> lines, Map<String, Double> figures) {
    double figure(String section, String name) {
      return find(section, name)
          .orElseThrow(
              () ->
                  new AssertionError(
                      "YCSB printed no [" + section + "], " + name + ":\n" + text()));
    }

    Optional<Double> find(String section, String name) {
      return Optional.ofNullable(figures.get("[" + section + "], " + name));
    }

    String text() {
      return String.join("\n", lines);
    }
  }

  /** Fills the store. */
  Printed load() {
    return run("-load");
  }

  /** Runs the operations. */
  Printed transactions() {
    return run("-t");
  }

  /** Runs the operations, with a line of status every second. */
  Printed transactionsWithStatus() {
    return run("-t", "-s");
  }

  private Printed run(String... phase) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(Processes.JAVA_OPTIONS);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), "site.ycsb.Client"));
    command.addAll(List.of(phase));
    properties.forEach((name, value) -> command.addAll(List.of("-p", name + "=" + value)));
    try (ChildProcess process = ChildProcess.start(command)) {
      List<String> lines = process.awaitEnd();
      Map<String, Double> figures = new TreeMap<>();
      for (String line : lines) {
        // Engines log to the same output.
        Matcher figure = FIGURE.matcher(line);
        if (figure.matches()) {
          figures.put(figure.group(1), Double.valueOf(figure.group(2)));
        }
      }
      return new Printed(lines, figures);
    }
  }
}
