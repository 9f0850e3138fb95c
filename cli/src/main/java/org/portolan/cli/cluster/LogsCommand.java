package org.portolan.cli.cluster;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.portolan.cluster.Cluster;
import org.portolan.cluster.ServerStatus;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code portolan cluster logs}. */
@Command(
    name = "logs",
    description = {"Prints the last lines of the servers' logs.", ""},
    mixinStandardHelpOptions = true)
final class LogsCommand implements Callable<Integer> {
  private static final long FOLLOW_EVERY_MILLIS = 200;

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "SERVER",
      description = "A server that 'status' shows (default: all).")
  String server;

  @Mixin DirectoryOption directory;

  @Option(
      names = "--lines",
      paramLabel = "N",
      defaultValue = "20",
      description = "The number of lines of each server (default: ${DEFAULT-VALUE}).")
  int lines;

  @Option(names = "--follow", description = "Follow the log until Ctrl-C.")
  boolean isFollowed;

  @Spec CommandSpec spec;

  @Override
  public Integer call() throws IOException, InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    Cluster cluster = directory.open();
    if (server != null) {
      if (isFollowed) {
        follow(cluster.log(server), out);
      } else {
        cluster.lastLines(server, lines).forEach(out::println);
      }
      return 0;
    }
    if (isFollowed) {
      throw new CommandLine.ParameterException(
          spec.commandLine(),
          "The server is missing: --follow needs one server that 'status' shows.");
    }
    for (ServerStatus one : cluster.status()) {
      out.println("==> " + cluster.log(one.name()) + " <==");
      cluster.lastLines(one.name(), lines).forEach(out::println);
    }
    return 0;
  }

  private void follow(Path log, PrintWriter out) throws IOException, InterruptedException {
    try (BufferedReader reader = Files.newBufferedReader(log, StandardCharsets.UTF_8)) {
      List<String> before = reader.lines().toList();
      before.subList(Math.max(0, before.size() - lines), before.size()).forEach(out::println);
      while (!out.checkError()) {
        String line = reader.readLine();
        if (line == null) {
          Thread.sleep(FOLLOW_EVERY_MILLIS);
        } else {
          out.println(line);
        }
      }
    }
  }
}
