package org.portolan.wiki.render;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** The processor time of threads. */
final class ProcessorTime {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private ProcessorTime() {}

  /** Returns what a living thread has used, in nanoseconds; 0 where the JVM cannot tell. */
  static long nanos(long threadId) {
    return THREADS.isThreadCpuTimeSupported() ? THREADS.getThreadCpuTime(threadId) : 0;
  }
}
