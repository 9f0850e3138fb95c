package org.portolan.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.portolan.cluster.internal.engine.Layout;
import org.portolan.cluster.internal.process.ClassArchives;
import org.portolan.cluster.internal.process.FileMutex;
import org.portolan.cluster.internal.process.JarCache;
import org.portolan.cluster.internal.process.JdkFinder;
import org.portolan.cluster.internal.process.Launcher;
import org.portolan.cluster.internal.process.Polling;
import org.portolan.cluster.internal.process.PortChooser;
import org.portolan.cluster.internal.process.ProcessIdentity;
import org.portolan.cluster.internal.process.ServerLog;
import org.portolan.cluster.internal.state.ClusterState;
import org.portolan.cluster.internal.state.Server;
import org.portolan.cluster.internal.state.StateFile;

/** One start of a cluster or of some of its servers; the caller has the lock of its directory. */
final class ClusterStart {
  /**
   * Delays the JVM's second compiler to ten times its usual thresholds. A start is limited by
   * processor time, and much of this goes into optimising code that runs only once. Hot code of a
   * server is optimised nevertheless.
   */
  private static final List<String> LATE_OPTIMISATION =
      List.of(
          "-XX:Tier4InvocationThreshold=50000",
          "-XX:Tier4MinInvocationThreshold=6000",
          "-XX:Tier4CompileThreshold=150000",
          "-XX:Tier4BackEdgeThreshold=400000");

  /**
   * A server without memory ends, as it does in usual installations: a thread that has died of it
   * would be missing in a server that goes on.
   */
  private static final String END_WITHOUT_MEMORY = "-XX:+ExitOnOutOfMemoryError";

  private static final int TAIL_LINES = 20;

  private final StateFile file;
  private final StartOptions options;
  private final ClusterListener listener;
  private final Layout layout;
  private final List<ProcessIdentity> launched = new ArrayList<>();
  private final Set<String> launchedRoles = new HashSet<>();
  private final List<String> begun = new ArrayList<>();
  private final Set<String> told = new HashSet<>();
  private ClusterState state;
  private Polling polling;
  private ClassArchives archives;

  ClusterStart(StateFile file, ClusterState state, StartOptions options, ClusterListener listener) {
    this.file = file;
    this.state = state;
    this.options = options;
    this.listener = listener;
    this.layout = Layout.of(state.settings().engine());
    this.polling = new Polling(options.timeout());
    this.archives = new ClassArchives(state.jars());
  }

  /**
   * Returns the state of a new cluster before its first start. Finds the JDK and the jars first.
   */
  static ClusterState plan(ClusterSpec spec, ClusterListener listener) {
    ClusterEngine engine = spec.settings().engine();
    Path jdk = jdk(engine, spec.options());
    Path jars = jars(engine, spec.options(), listener);
    Path reservations = reservations(spec.options());
    List<Server> servers =
        FileMutex.holding(
            reservations.resolve("lock"),
            spec.options().timeout(),
            "another process has been choosing ports for too long; stop it",
            () -> Layout.of(engine).servers(spec, new PortChooser(reservations)));
    String id = UUID.randomUUID().toString().substring(0, 8);
    return new ClusterState(
        spec.directory(),
        id,
        spec.settings(),
        spec.nodes(),
        engine.version(),
        jdk,
        jars,
        false,
        false,
        servers);
  }

  /**
   * Returns the JDK for the servers; where these do not run on Java, the recorded one is unused.
   */
  private static Path jdk(ClusterEngine engine, StartOptions options) {
    return engine.isDatabase()
        ? Path.of(System.getProperty("java.home"))
        : JdkFinder.ofThisMachine().find(options.jdk());
  }

  private static Path cache(StartOptions options) {
    return JarCache.directory(options.cache(), System.getenv());
  }

  private static Path reservations(StartOptions options) {
    return cache(options).resolve("ports");
  }

  private static Path jars(ClusterEngine engine, StartOptions options, ClusterListener listener) {
    return new JarCache(cache(options))
        .get(
            engine.label(), engine.version(), fetched -> listener.fetching(fetched, engine.jars()));
  }

  /** Starts the servers that do not run; returns whether any server was started. */
  boolean run() {
    cleanUp();
    return run(state.servers().stream().map(Server::name).toList());
  }

  /** Starts those of the named servers that do not run; returns whether any was started. */
  boolean run(List<String> names) {
    boolean isWhole = names.stream().allMatch(name -> state.server(name).isAlive());
    if (isWhole && !state.starting()) {
      return false;
    }
    ClusterEngine engine = state.settings().engine();
    options.requireFor(engine);
    Path jdk = jdk(engine, options);
    state = state.runningOn(jdk, jars(engine, options, listener));
    archives = new ClassArchives(state.jars());
    polling = new Polling(options.timeout());
    Thread onInterrupt = new Thread(this::killLaunched, "end what was started");
    Runtime.getRuntime().addShutdownHook(onInterrupt);
    try {
      requirePorts(names);
      state = state.withPhase(state.initialised(), true);
      file.write(state);
      start(names);
      state = state.withPhase(true, false);
      file.write(state);
    } catch (RuntimeException | IOException failure) {
      killLaunched();
      state = state.withPhase(state.initialised(), !state.initialised());
      file.write(state);
      throw failure instanceof RuntimeException known
          ? known
          : new ClusterException("could not configure the cluster: " + failure, failure);
    } finally {
      forget(onInterrupt);
      PortChooser.hold(
          reservations(options),
          state.servers().stream()
              .flatMap(server -> server.ports().stream())
              .map(Server.Port::number)
              .toList(),
          state.servers().stream()
              .flatMap(server -> server.process().stream())
              .filter(ProcessIdentity::isAlive)
              .toList());
    }
    return true;
  }

  /** Removes what an interrupted start has left: its servers, and data that was never served. */
  void cleanUp() {
    for (ProcessIdentity stray : Stopping.strays(state)) {
      listener.note("ending process " + stray.pid() + ", which an interrupted start left behind");
      Stopping.kill(stray);
    }
    if (!state.starting() || state.initialised()) {
      return;
    }
    listener.note("cleaning up after a first start that did not finish");
    for (Server server : state.servers()) {
      server.process().ifPresent(Stopping::kill);
      state = state.with(server.with(Optional.empty(), 0));
    }
    try {
      JarCache.deleteTree(state.directory().resolve("data"));
    } catch (IOException failure) {
      throw new ClusterException("could not clean " + state.directory() + ": " + failure, failure);
    }
    state = state.withPhase(false, false);
    file.write(state);
  }

  private void requirePorts(List<String> names) {
    if (!options.hosts().isEmpty()) {
      return;
    }
    for (String name : names) {
      Server server = state.server(name);
      List<String> addresses = layout.addresses(state, server);
      for (Server.Port port : server.isAlive() ? List.<Server.Port>of() : server.ports()) {
        if (!PortChooser.isFree(port.number(), addresses)) {
          throw new ClusterException(
              "port "
                  + port.number()
                  + " of "
                  + name
                  + " on "
                  + String.join(", ", addresses)
                  + " is in use by another process: stop that process, or start a cluster in"
                  + " another directory");
        }
      }
    }
  }

  private void start(List<String> names) throws IOException {
    layout.configure(state);
    Layout.Start start = new Layout.Start(names, options.timeout());
    Optional<Process> formatting =
        state.initialised() ? Optional.empty() : layout.format(state).map(this::format);
    for (List<Server> stage : layout.stages(state)) {
      List<String> meant = stage.stream().map(Server::name).filter(names::contains).toList();
      begun.addAll(meant);
      for (String name : meant) {
        if (!state.server(name).isAlive()) {
          launch(state.server(name), start);
        }
      }
      formatting.ifPresent(this::awaitFormatted);
      await(meant, server -> layout.carriesNextStage(state, server));
    }
    await(names, server -> layout.answers(state, server));
  }

  private ServerLog formatLog() {
    return new ServerLog(state.directory().resolve("logs/format.log"));
  }

  private Process format(Launcher.Program program) {
    Path arguments = state.configuration().resolve("format.arguments");
    Process process =
        Launcher.launch(List.of(), program, arguments, state.directory(), formatLog().file());
    launched.add(ProcessIdentity.of(process.toHandle()));
    return process;
  }

  private void awaitFormatted(Process process) {
    try {
      boolean isDone = process.waitFor(options.timeout().toMillis(), TimeUnit.MILLISECONDS);
      if (!isDone || process.exitValue() != 0) {
        throw new ClusterException("formatting failed; " + ending(formatLog()));
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new ClusterException("interrupted while formatting", interrupted);
    }
  }

  private void launch(Server server, Layout.Start start) throws IOException {
    layout.orphans(state, server).forEach(Stopping::kill);
    layout.beforeLaunch(state, server);
    ServerLog log = state.log(server);
    long logFrom = log.length();
    Path arguments = state.configuration().resolve(server.name() + ".arguments");
    Launcher.Program program = layout.program(state, server, start);
    if (program instanceof Launcher.Jvm jvm) {
      program = tuned(jvm, server);
    }
    List<String> by =
        options.host(server.number()).map(StartOptions.Host::command).orElse(List.of());
    Process process = Launcher.launch(by, program, arguments, state.directory(), log.file());
    ProcessIdentity identity = ProcessIdentity.of(process.toHandle());
    launched.add(identity);
    state = state.with(server.with(Optional.of(identity), logFrom));
    file.write(state);
  }

  private Launcher.Jvm tuned(Launcher.Jvm jvm, Server server) {
    boolean isFirstOfRole = launchedRoles.add(server.role());
    return archives.with(
        jvm.with(LATE_OPTIMISATION).with(List.of(END_WITHOUT_MEMORY)).with(options.jvmOptions()),
        server.role(),
        isFirstOfRole ? Optional.of(state.recorder(server)) : Optional.empty());
  }

  private void await(List<String> names, Predicate<Server> isReached) {
    List<String> waiting = new ArrayList<>(names);
    boolean isDone =
        polling.until(
            () -> {
              tell();
              waiting.removeIf(name -> isReached.test(requireAlive(name)));
              return waiting.isEmpty();
            });
    if (!isDone) {
      throw new ClusterException(
          String.join(", ", waiting)
              + " did not answer in "
              + options.timeout().toMillis() / 1000.0
              + " s; "
              + ending(state.log(state.server(waiting.get(0)))));
    }
  }

  /** Reports all servers that have begun to answer, even those that nothing waits for. */
  private void tell() {
    for (String name : begun) {
      if (!told.contains(name) && layout.answers(state, requireAlive(name))) {
        told.add(name);
        listener.reached(name, polling.elapsed());
      }
    }
  }

  private Server requireAlive(String name) {
    Server server = state.server(name);
    if (!server.isAlive()) {
      throw new ClusterException(
          name + " ended while it was started; " + ending(state.log(server)));
    }
    return server;
  }

  private static String ending(ServerLog log) {
    return "the last lines of " + log.file() + ":\n" + String.join("\n", log.tail(TAIL_LINES));
  }

  private static void forget(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException isEnding) {
      // Ctrl-C: the JVM is ending, and the hook runs or has run.
    }
  }

  private void killLaunched() {
    launched.forEach(Stopping::kill);
  }
}
