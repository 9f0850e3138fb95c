package org.portolan.bench.load;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;

/**
 * The workers of a run and their threads. Used by the generator's thread, except {@link #unpark}.
 */
final class Crew {
  private final List<WorkerLoop> loops;
  private final List<Thread> threads;

  Crew(List<WorkerLoop> loops, ThreadFactory threadFactory) {
    this.loops = List.copyOf(loops);
    List<Thread> made = new ArrayList<>();
    loops.forEach(loop -> made.add(threadFactory.newThread(loop)));
    this.threads = List.copyOf(made);
  }

  void start() {
    threads.forEach(Thread::start);
  }

  /** Wakes the workers that wait for a start. Thread-safe. */
  void unpark() {
    threads.forEach(LockSupport::unpark);
  }

  void interrupt() {
    threads.forEach(Thread::interrupt);
  }

  boolean ended() {
    return loops.stream().allMatch(WorkerLoop::ended);
  }

  int busy() {
    return (int) loops.stream().filter(WorkerLoop::busy).count();
  }

  void handOver() {
    loops.forEach(WorkerLoop::handOver);
  }

  /** Returns the intended starts of the operations under way. */
  List<Long> underWay() {
    return loops.stream().map(WorkerLoop::underWay).filter(intended -> intended >= 0).toList();
  }
}
