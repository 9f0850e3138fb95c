package org.portolan.cluster.internal.relay;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One direction of a connection. One thread reads and notes when each piece is due, another one
 * writes each piece when it is due. So any number of pieces are on their way at a time, as on a
 * long line, and their order stays.
 *
 * <p>What is on its way is held in memory, at most {@link #HELD_MAX} bytes and one more piece. If
 * so much is held, the pipe does not read on, and TCP slows the sender.
 *
 * <p>The end of the data, and a failure, take as long as data do and arrive after them. A write
 * that fails is known at the near end only; its news takes the same time back.
 */
final class DelayedPipe {
  /** The most bytes that a pipe holds: at 200 ms, 20 MiB a second still pass. */
  static final int HELD_MAX = 4 << 20;

  private static final int PIECE_MAX = 64 << 10;

  /** The memory that the smallest piece takes: its objects, and its place in the queue. */
  private static final int PIECE_OVERHEAD = 64;

  /** What a piece is. */
  private enum Kind {
    DATA,
    /** The source sends no more. */
    END,
    /** The source's connection is broken. */
    FAILURE
  }

  /** A piece on its way. */
  private static final class Piece {
    final Kind kind;

    /** When it arrives, by {@link System#nanoTime}. */
    final long due;

    final byte[] bytes;

    Piece(Kind kind, long due, byte[] bytes) {
      this.kind = kind;
      this.due = due;
      this.bytes = bytes;
    }

    int held() {
      return bytes.length + PIECE_OVERHEAD;
    }
  }

  private static final byte[] NOTHING = {};

  private final Socket source;
  private final Socket destination;
  private final long distanceNanos;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition arrived = lock.newCondition();
  private final Condition left = lock.newCondition();
  private final Condition given = lock.newCondition();
  private final Deque<Piece> pieces = new ArrayDeque<>();
  private long held;
  private boolean givenUp;

  DelayedPipe(Socket source, Socket destination, long distanceNanos) {
    this.source = source;
    this.destination = destination;
    this.distanceNanos = distanceNanos;
  }

  /** Takes from the source until it ends, fails, or the pipe is given up. */
  void read() throws InterruptedException {
    byte[] buffer = new byte[PIECE_MAX];
    Kind last = Kind.END;
    try {
      InputStream in = source.getInputStream();
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        hold(piece(Kind.DATA, Arrays.copyOf(buffer, count)));
      }
    } catch (IOException broken) {
      last = Kind.FAILURE;
    }
    hold(piece(last, NOTHING));
  }

  private Piece piece(Kind kind, byte[] bytes) {
    return new Piece(kind, System.nanoTime() + distanceNanos, bytes);
  }

  private void hold(Piece piece) throws InterruptedException {
    lock.lock();
    try {
      pieces.add(piece);
      held += piece.held();
      arrived.signal();
      while (held > HELD_MAX && !givenUp) {
        left.await();
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Gives to the destination, each piece when it is due.
   *
   * @return whether the source's data have all arrived, and their end; if not, the connection is
   *     broken or was given up
   */
  boolean write() throws InterruptedException {
    try {
      OutputStream out = destination.getOutputStream();
      for (Piece next = next(); next != null; next = next()) {
        if (next.kind == Kind.FAILURE) {
          return false;
        }
        if (next.kind == Kind.END) {
          destination.shutdownOutput();
          return true;
        }
        out.write(next.bytes);
        hasLeft(next);
      }
    } catch (IOException broken) {
      awaitDue(System.nanoTime() + distanceNanos);
    }
    return false;
  }

  /** Returns the next piece when it is due; null if the pipe is given up. */
  private Piece next() throws InterruptedException {
    lock.lock();
    try {
      while (pieces.isEmpty() && !givenUp) {
        arrived.await();
      }
      if (!givenUp) {
        awaitDue(pieces.element().due);
      }
      return givenUp ? null : pieces.remove();
    } finally {
      lock.unlock();
    }
  }

  /** A piece counts as held until it is written: the destination may be slow to take it. */
  private void hasLeft(Piece piece) {
    lock.lock();
    try {
      held -= piece.held();
      left.signal();
    } finally {
      lock.unlock();
    }
  }

  private void awaitDue(long due) throws InterruptedException {
    lock.lock();
    try {
      for (long wait = due - System.nanoTime();
          wait > 0 && !givenUp;
          wait = due - System.nanoTime()) {
        // The time left is computed anew from the clock.
        long unused = given.awaitNanos(wait);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Forgets what is on its way; both threads end soon, if their sockets are closed. */
  void giveUp() {
    lock.lock();
    try {
      givenUp = true;
      pieces.clear();
      arrived.signalAll();
      left.signalAll();
      given.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
