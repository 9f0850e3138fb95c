package org.portolan.wiki.web;

import java.util.concurrent.atomic.AtomicLong;

/** How much this server has written: after each write, every cached page is checked in full. */
final class WriteCount {
  private final AtomicLong writes = new AtomicLong();

  long now() {
    return writes.get();
  }

  void written() {
    writes.incrementAndGet();
  }
}
