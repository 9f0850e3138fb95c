package org.portolan.data.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.portolan.data.ConflictStatistics.Groups;
import org.portolan.data.Store;
import org.portolan.data.StoreOptions;
import org.portolan.data.Stores;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;
import org.portolan.engine.Engine;
import org.portolan.engine.fixture.FixtureEngines;
import org.portolan.engine.simulated.Choices;
import org.portolan.engine.simulated.Scheduler;
import org.portolan.engine.simulated.SimulatedClient;
import org.portolan.engine.simulated.SimulatedClient.Rates;
import org.portolan.engine.simulated.SimulatedCluster;
import org.portolan.engine.simulated.SimulatedCluster.Kind;
import org.portolan.engine.simulated.SimulatedProcess;
import org.portolan.engine.simulated.SimulatedSignal;
import org.portolan.engine.simulated.SimulatedThread;
import org.portolan.engine.simulated.SimulationLog;

/** Processes that have one store open on a simulated cluster without faults, in virtual time. */
final class Crowd {
  private final Kind kind;
  private final Choices choices;
  private final Scheduler scheduler;
  private final SimulatedCluster cluster;
  private final List<Member> members = new ArrayList<>();
  private List<SimulatedThread> threads = List.of();
  private boolean interrupted;

  private record Member(SimulatedProcess process, Store store) {}

  Crowd(Kind kind, long seed) {
    this.kind = kind;
    this.choices = Choices.of(seed);
    this.scheduler = new Scheduler(choices, new SimulationLog());
    this.cluster = SimulatedCluster.of(kind, scheduler, choices);
  }

  Choices choices() {
    return choices;
  }

  Scheduler scheduler() {
    return scheduler;
  }

  /** Runs the first process; only what it runs may use the other methods. */
  void run(Runnable work) {
    scheduler.run(scheduler.process("process 0"), work);
  }

  /**
   * Opens the store in the first process and in others.
   *
   * @param design with {@code %s} for the representation that the engine has of an index
   */
  void open(int processes, String name, String design) {
    String representation = cluster.capabilities().items() ? "cells" : "object";
    Design formatted = DesignReader.read(design.formatted(representation), name);
    members.add(member(scheduler.current().process(), formatted));
    for (int number = 1; number < processes; number++) {
      members.add(member(scheduler.process("process " + number), formatted));
    }
  }

  private Member member(SimulatedProcess process, Design design) {
    SimulatedClient client = new SimulatedClient(scheduler, process, choices, kind, Rates.NONE);
    Engine engine = cluster.connect(client);
    String uri = FixtureEngines.register(() -> engine);
    try {
      StoreOptions options =
          StoreOptions.DEFAULT.in(new SimulatedRuntime(scheduler, process, choices));
      return new Member(process, Stores.openOrCreate(uri, design, options));
    } finally {
      FixtureEngines.forget(uri);
    }
  }

  /** Returns the store of the first process. */
  Store store() {
    return members.get(0).store();
  }

  /**
   * Starts as many threads in each process; each works on the store of its process, by its name.
   */
  void start(int ofEach, String name, BiConsumer<Store, String> work) {
    threads = new ArrayList<>();
    for (int number = 0; number < members.size() * ofEach; number++) {
      Member member = members.get(number % members.size());
      String own = name + " " + number;
      threads.add(scheduler.start(member.process(), own, () -> work.accept(member.store(), own)));
    }
  }

  /** Kills the last process after a while. */
  void killLast(long nanos) {
    scheduler.pass(nanos);
    Member last = members.remove(members.size() - 1);
    interrupted = threads.stream().anyMatch(thread -> !thread.ended());
    last.process().kill();
  }

  /** Returns whether threads were at work when the last process was killed. */
  boolean interrupted() {
    return interrupted;
  }

  /** Waits for the end of all threads. */
  void join() {
    threads.forEach(thread -> SimulatedSignal.join(scheduler, thread));
  }

  /** Returns the stores of the processes that are alive. */
  List<Store> stores() {
    return members.stream().map(Member::store).toList();
  }

  /** Returns the commits of several writes together, of the processes that are alive. */
  Groups groups() {
    return stores().stream()
        .map(store -> store.conflicts().groups())
        .reduce(
            Groups.NONE,
            (one, two) -> new Groups(one.commits() + two.commits(), one.writes() + two.writes()));
  }

  void close() {
    stores().forEach(Store::close);
  }
}
