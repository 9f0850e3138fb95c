package org.portolan.integration;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.portolan.wiki.WikiModel;

/** Some processes of writers that meet the same fault, with a common observation. */
final class Clients implements AutoCloseable {
  private final List<ClientProcess> processes = new ArrayList<>();
  private final Observation seen;

  /**
   * Starts the processes.
   *
   * @param first the number of the first writer of all
   * @param writers the number of writers of each process
   * @param settings where and how each process runs
   */
  Clients(
      String uri,
      WikiModel model,
      int first,
      int writers,
      long seed,
      List<ClientProcess.Setting> settings) {
    this.seen = new Observation(settings.size() * writers);
    IntFunction<ClientProcess.Work> work =
        process ->
            new ClientProcess.Work(
                uri, model, first + process * writers, writers, seed, settings.get(process));
    try {
      for (int process = 0; process < settings.size(); process++) {
        processes.add(ClientProcess.start(work.apply(process), first, seen));
      }
    } catch (RuntimeException | Error failure) {
      close();
      throw failure;
    }
  }

  Observation seen() {
    return seen;
  }

  List<ProcessHandle> handles() {
    return processes.stream().map(ClientProcess::handle).toList();
  }

  /** Stops all processes cleanly, and adds their ledgers to a ledger. */
  void stop(Ledger ledger) {
    processes.forEach(ClientProcess::tellToStop);
    processes.forEach(ClientProcess::awaitStopped);
    processes.forEach(process -> ledger.add(process.end()));
    seen.assertTroublesAreTyped();
  }

  @Override
  public void close() {
    processes.forEach(ClientProcess::close);
  }
}
