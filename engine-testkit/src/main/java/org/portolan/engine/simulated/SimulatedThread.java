package org.portolan.engine.simulated;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;

/** A thread of a simulation: a real thread that runs only while it has the baton. */
public final class SimulatedThread {
  final SimulatedProcess process;
  final String name;
  final Runnable body;
  final List<SimulatedThread> joiners = new ArrayList<>();
  final Semaphore baton = new Semaphore(0);
  Thread thread;
  boolean waiting;
  boolean interruptible;
  boolean ended;
  long ticket;

  SimulatedThread(SimulatedProcess process, String name, Runnable body) {
    this.process = process;
    this.name = name;
    this.body = body;
  }

  boolean paused() {
    return process.paused();
  }

  public SimulatedProcess process() {
    return process;
  }

  public boolean ended() {
    return ended;
  }

  @Override
  public String toString() {
    return process.name() + "/" + name;
  }
}
