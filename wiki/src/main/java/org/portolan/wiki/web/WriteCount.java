package org.portolan.wiki.web;

import java.util.concurrent.atomic.AtomicLong;

/** The number of writes by this server: after each write, every cached page is checked in full. */
final class WriteCount {
  private final AtomicLong writes = new AtomicLong();

  long now() {
    return writes.get();
  }

  void written() {
    writes.incrementAndGet();
  }
}
