package org.portolan.cluster.internal.relay;

import java.io.IOException;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * A connection through the relay: a pipe there and a pipe back, with two threads each. If one
 * direction ends, the other one goes on. Once both have ended, the sockets are closed; if one is
 * broken, both sockets are reset.
 */
final class Connection {
  private static final int DIRECTIONS = 2;

  /** The threads only copy; the usual stack would be four times as large. */
  private static final long STACK_BYTES = 256 << 10;

  private final String name;
  private final Socket near;
  private final Socket far;
  private final Consumer<Connection> whenEnded;
  private final DelayedPipe there;
  private final DelayedPipe back;
  private final AtomicInteger complete = new AtomicInteger();

  /**
   * @param near the accepted connection
   * @param far the connection to the target
   * @param whenEnded receives this connection, once or several times, when it has ended
   */
  Connection(
      String name, Socket near, Socket far, long distanceNanos, Consumer<Connection> whenEnded) {
    this.name = name;
    this.near = near;
    this.far = far;
    this.whenEnded = whenEnded;
    this.there = new DelayedPipe(near, far, distanceNanos);
    this.back = new DelayedPipe(far, near, distanceNanos);
  }

  /** A part of the work of a thread. */
  private interface Part {
    void run() throws InterruptedException;
  }

  void start() {
    start("reads there", there::read);
    start("writes there", () -> write(there));
    start("reads back", back::read);
    start("writes back", () -> write(back));
  }

  private void start(String part, Part work) {
    Runnable untilInterrupted =
        () -> {
          try {
            work.run();
          } catch (InterruptedException never) {
            reset();
          }
        };
    Thread thread = new Thread(null, untilInterrupted, name + " " + part, STACK_BYTES);
    thread.setDaemon(true);
    thread.start();
  }

  private void write(DelayedPipe pipe) throws InterruptedException {
    if (!pipe.write()) {
      reset();
    } else if (complete.incrementAndGet() == DIRECTIONS) {
      close();
    }
  }

  /** Breaks the connection off, at both ends at once. */
  void reset() {
    resetOnClose(near);
    resetOnClose(far);
    close();
  }

  private void close() {
    there.giveUp();
    back.giveUp();
    close(near);
    close(far);
    whenEnded.accept(this);
  }

  /** Makes the peer see a failure and not an end of the data, when the socket is closed. */
  static void resetOnClose(Socket socket) {
    try {
      socket.setSoLinger(true, 0);
    } catch (IOException isClosed) {
      // Then the peer has seen how.
    }
  }

  static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException isClosed) {
      // It takes no memory and no port any more.
    }
  }
}
