package org.portolan.bench.layer;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntSupplier;
import org.portolan.bench.api.Spelled;
import org.portolan.engine.Durability;

/** The measured operations. The versions of the lower half of the rows count the changes. */
enum Operation implements Spelled {
  GET("read by key", true),
  MULTI_GET("multi-get of 20", true),
  SCAN("scan, pages of 100", true),
  CHANGE_BUFFERED("read-modify-write, buffered", false),
  CHANGE_SYNCED("read-modify-write, synced", false),
  WRITE_BUFFERED("write, buffered", false),
  WRITE_SYNCED("write, synced", false);

  private static final int MULTI_GET_ROWS = 20;
  private static final int PAGE_ROWS = 100;

  private final String label;
  private final boolean reads;

  Operation(String label, boolean reads) {
    this.label = label;
    this.reads = reads;
  }

  String label() {
    return label;
  }

  /**
   * Returns whether this operation only reads, so that it can also be measured without decoding.
   */
  boolean reads() {
    return reads;
  }

  boolean changes() {
    return this == CHANGE_BUFFERED || this == CHANGE_SYNCED;
  }

  /**
   * Returns the work of one of several threads. It performs the operation once and returns the
   * number of its rows. Threads never write the same row.
   */
  IntSupplier step(Side side, int rows, int thread, int threads, SplittableRandom random) {
    int half = rows / 2;
    Side.Pages pages = side.pages();
    return switch (this) {
      case GET -> () -> one(() -> side.get(random.nextInt(rows)));
      case MULTI_GET -> () -> multiGet(side, rows, random);
      case SCAN -> () -> pages.next(PAGE_ROWS);
      case CHANGE_BUFFERED ->
          () -> change(side, own(half, thread, threads, random), Durability.BUFFERED);
      case CHANGE_SYNCED ->
          () -> change(side, own(half, thread, threads, random), Durability.SYNCED);
      case WRITE_BUFFERED ->
          () -> write(side, half + own(half, thread, threads, random), Durability.BUFFERED, random);
      case WRITE_SYNCED ->
          () -> write(side, half + own(half, thread, threads, random), Durability.SYNCED, random);
    };
  }

  private static int one(Runnable work) {
    work.run();
    return 1;
  }

  private static int multiGet(Side side, int rows, SplittableRandom random) {
    List<Long> ids = new ArrayList<>(MULTI_GET_ROWS);
    for (int index = 0; index < MULTI_GET_ROWS; index++) {
      ids.add((long) random.nextInt(rows));
    }
    side.getAll(ids);
    return ids.size();
  }

  private static int change(Side side, long id, Durability durability) {
    side.readModifyWrite(id, durability);
    return 1;
  }

  private static int write(Side side, long id, Durability durability, SplittableRandom random) {
    side.write(id, durability, random);
    return 1;
  }

  private static long own(int rows, int thread, int threads, SplittableRandom random) {
    return (long) random.nextInt(rows / threads) * threads + thread;
  }
}
