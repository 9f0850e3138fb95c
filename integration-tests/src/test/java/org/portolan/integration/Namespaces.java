package org.portolan.integration;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.portolan.cluster.StartOptions.Host;

/**
 * Hosts that are network namespaces of this machine. They are on one bridge, to which this process
 * is also connected and which leads nowhere else. Hosts can be cut off from all others, several
 * together or each by itself: packets to the other side are dropped silently. All names begin with
 * {@code ptl} and the number of this process, so the remains of a dead process can be found and
 * removed.
 */
final class Namespaces implements AutoCloseable {
  private static final Pattern NAME = Pattern.compile("\\bptl(\\d+)[a-z][0-9]*\\b");
  private static final String IP = "ip";
  private static final int SUBNETS = 250;

  private final String prefix = "ptl" + ProcessHandle.current().pid();
  private final String network = "10.213." + (1 + ProcessHandle.current().pid() % SUBNETS) + ".";
  private final Thread onExit = new Thread(this::remove, "remove network namespaces");

  /** Makes hosts, numbered from 1; if that is not possible, visibly skips the test. */
  Namespaces(int hosts) {
    requirePossible();
    removeLeftovers();
    Runtime.getRuntime().addShutdownHook(onExit);
    try {
      run(IP, "link", "add", bridge('a'), "type", "bridge");
      run(IP, "link", "add", bridge('b'), "type", "bridge");
      run(IP, "addr", "add", network + "254/24", "dev", bridge('a'));
      run(IP, "link", "set", bridge('a'), "up");
      run(IP, "link", "set", bridge('b'), "up");
      for (int host = 1; host <= hosts; host++) {
        add(host);
      }
    } catch (RuntimeException | Error failure) {
      close();
      throw failure;
    }
  }

  private static void requirePossible() {
    String probe = "ptl" + ProcessHandle.current().pid() + "p";
    String problem;
    try {
      run(IP, "netns", "add", probe);
      try {
        run(IP, "netns", "exec", probe, "true");
        run(IP, "link", "add", probe, "type", "bridge");
        run(IP, "link", "del", probe);
        return;
      } finally {
        run(IP, "netns", "del", probe);
      }
    } catch (IllegalStateException missing) {
      problem = missing.getMessage();
    }
    Assumptions.abort(
        "no network namespaces, which take root, a kernel that lets one make them, and iproute2: "
            + problem);
  }

  private void add(int host) {
    String name = namespace(host);
    run(IP, "netns", "add", name);
    run(IP, "link", "add", port(host), "type", "veth", "peer", "name", "eth0", "netns", name);
    run(IP, "link", "set", port(host), "master", bridge('a'), "up");
    inside(host, IP, "addr", "add", address(host) + "/24", "dev", "eth0");
    inside(host, IP, "link", "set", "eth0", "up");
    inside(host, IP, "link", "set", "lo", "up");
  }

  private String bridge(char side) {
    return prefix + side;
  }

  private String port(int host) {
    return prefix + "v" + host;
  }

  private String namespace(int host) {
    return prefix + "n" + host;
  }

  private String address(int host) {
    return network + host;
  }

  private void inside(int host, String... command) {
    List<String> whole = new ArrayList<>(host(host).command());
    whole.addAll(List.of(command));
    run(whole.toArray(String[]::new));
  }

  Host host(int number) {
    return new Host(address(number), List.of(IP, "netns", "exec", namespace(number)));
  }

  /** Cuts hosts off from all others, but not from each other. */
  void cut(int... hosts) {
    Arrays.stream(hosts).forEach(host -> run(IP, "link", "set", port(host), "master", bridge('b')));
  }

  /** Cuts a host off from all others. */
  void isolate(int host) {
    run(IP, "link", "set", port(host), "nomaster");
  }

  /** Lets hosts reach all others again. */
  void join(int... hosts) {
    Arrays.stream(hosts).forEach(host -> run(IP, "link", "set", port(host), "master", bridge('a')));
  }

  private static void removeLeftovers() {
    Set<String> dead = new HashSet<>();
    Matcher names = NAME.matcher(run(IP, "netns", "list") + run(IP, "-o", "link"));
    while (names.find()) {
      if (ProcessHandle.of(Long.parseLong(names.group(1))).isEmpty()) {
        dead.add("ptl" + names.group(1));
      }
    }
    dead.forEach(Namespaces::remove);
  }

  private void remove() {
    remove(prefix);
  }

  private static void remove(String prefix) {
    Pattern name = Pattern.compile("\\b" + prefix + "[a-z][0-9]*\\b");
    name.matcher(run(IP, "netns", "list"))
        .results()
        .map(found -> found.group())
        .distinct()
        .forEach(found -> run(IP, "netns", "del", found));
    // If one end of a pair is gone with its namespace, the other end goes too, a moment later.
    name.matcher(run(IP, "-o", "link"))
        .results()
        .map(found -> found.group())
        .distinct()
        .forEach(found -> tryTo(IP, "link", "del", found));
  }

  private static void tryTo(String... command) {
    try {
      run(command);
    } catch (IllegalStateException gone) {
      // It is gone already.
    }
  }

  private static String run(String... command) {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String output =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      if (!process.waitFor(1, TimeUnit.MINUTES) || process.exitValue() != 0) {
        throw new IllegalStateException("'" + String.join(" ", command) + "' says: " + output);
      }
      return output + "\n";
    } catch (IOException missing) {
      throw new IllegalStateException(missing.getMessage(), missing);
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted in " + String.join(" ", command), stop);
    }
  }

  @Override
  public void close() {
    remove();
    Runtime.getRuntime().removeShutdownHook(onExit);
  }
}
