package org.portolan.cli.cluster;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.portolan.cluster.Cluster;
import org.portolan.cluster.ServerStatus;
import org.portolan.cluster.ServerStatus.State;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code portolan cluster status}. */
@Command(
    name = "status",
    description = {"Shows every server: process, ports, memory and state.", ""},
    mixinStandardHelpOptions = true,
    footer = {"", "Exit status 1 if a server does not run."})
final class StatusCommand implements Callable<Integer> {
  private static final double MEBIBYTE = 1 << 20;

  @Mixin DirectoryOption directory;

  @Spec CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    Cluster cluster = directory.open();
    List<ServerStatus> servers = cluster.status();
    out.println(row("SERVER", "ADDRESS", "PORTS", "PID", "MEMORY", "STATE"));
    servers.forEach(server -> out.println(row(server)));
    double memory =
        servers.stream().mapToLong(server -> server.residentBytes().orElse(0)).sum() / MEBIBYTE;
    out.println(
        String.format(
            Locale.ROOT,
            "uri=%s running=%d dead=%d stopped=%d memory-mib=%.0f",
            cluster.uri(),
            count(servers, State.RUNNING),
            count(servers, State.DEAD),
            count(servers, State.STOPPED),
            memory));
    return count(servers, State.RUNNING) == servers.size() ? 0 : 1;
  }

  private static long count(List<ServerStatus> servers, State state) {
    return servers.stream().filter(server -> server.state() == state).count();
  }

  private static String row(ServerStatus server) {
    String ports =
        server.ports().entrySet().stream()
            .map(port -> port.getKey() + " " + port.getValue())
            .collect(Collectors.joining(", "));
    return row(
        server.name(),
        server.address(),
        ports,
        server.pid().isPresent() ? Long.toString(server.pid().getAsLong()) : "-",
        server.residentBytes().isPresent()
            ? String.format(Locale.ROOT, "%.0f MiB", server.residentBytes().getAsLong() / MEBIBYTE)
            : "-",
        server.state().name().toLowerCase(Locale.ROOT));
  }

  private static String row(
      String name, String address, String ports, String pid, String memory, String state) {
    return String.format(
        Locale.ROOT, "%-18s%-11s%-54s%9s%12s  %s", name, address, ports, pid, memory, state);
  }
}
