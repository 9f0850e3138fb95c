package org.portolan.data.repaired;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.portolan.engine.Capabilities;
import org.portolan.engine.Durability;
import org.portolan.engine.Engine;
import org.portolan.engine.Get;
import org.portolan.engine.Mutation;
import org.portolan.engine.Row;
import org.portolan.engine.Scan;
import org.portolan.engine.ScanPage;
import org.portolan.engine.TableSchema;
import org.portolan.engine.Transaction;

/**
 * A client with hooks that run before its calls. A hook may do other work, or end the client by an
 * error. Every answer is true, unless a test replaces it. Thread-safe if its hooks are.
 */
public final class HookedEngine implements Engine {
  /**
   * The death of a client: the call that throws it does nothing, and neither does any later call.
   */
  public static final class Death extends Error {
    private static final long serialVersionUID = 1L;
  }

  private final Engine below;
  private volatile boolean dead;
  public volatile Consumer<List<Mutation>> beforeWrite = mutations -> {};
  public volatile Predicate<List<Mutation>> swallowed = mutations -> false;
  public volatile Consumer<Scan> beforeScan = scan -> {};
  public volatile Function<List<Get>, List<Row>> reads;
  public volatile boolean checksNothing;
  public volatile LongSupplier serverClock;
  public volatile Runnable beforeClose = () -> {};

  /** The durability of the last write. */
  public volatile Durability lastDurability;

  public HookedEngine(Engine below) {
    this.below = below;
    this.reads = below::get;
  }

  /** Lets the client die before the first write that matches. */
  public HookedEngine dyingBefore(Predicate<List<Mutation>> write) {
    beforeWrite =
        mutations -> {
          if (write.test(mutations)) {
            dead = true;
            throw new Death();
          }
        };
    return this;
  }

  /** Ends the client: its calls from now on do nothing. */
  void kill() {
    dead = true;
  }

  private void requireAlive() {
    if (dead) {
      throw new Death();
    }
  }

  @Override
  public List<Row> get(List<Get> gets) {
    requireAlive();
    return reads.apply(gets);
  }

  @Override
  public ScanPage scan(Scan scan) {
    requireAlive();
    beforeScan.accept(scan);
    return below.scan(scan);
  }

  @Override
  public boolean mutate(Mutation mutation, Durability durability) {
    return mutateAll(List.of(mutation), durability).get(0);
  }

  @Override
  public List<Boolean> mutateAll(List<Mutation> mutations, Durability durability) {
    requireAlive();
    beforeWrite.accept(mutations);
    requireAlive();
    lastDurability = durability;
    return swallowed.test(mutations)
        ? mutations.stream().map(any -> true).toList()
        : below.mutateAll(mutations, durability);
  }

  @Override
  public void requireWritable(List<Mutation> mutations) {
    if (!checksNothing) {
      below.requireWritable(mutations);
    }
  }

  @Override
  public OptionalLong serverMillis() {
    return serverClock == null ? below.serverMillis() : OptionalLong.of(serverClock.getAsLong());
  }

  @Override
  public List<String> staleReads() {
    return below.staleReads();
  }

  @Override
  public String uri() {
    return below.uri();
  }

  @Override
  public Capabilities capabilities() {
    return below.capabilities();
  }

  @Override
  public List<TableSchema> tables() {
    requireAlive();
    return below.tables();
  }

  @Override
  public void createTable(TableSchema schema) {
    requireAlive();
    below.createTable(schema);
  }

  @Override
  public void alterTable(TableSchema before, TableSchema after) {
    requireAlive();
    below.alterTable(before, after);
  }

  @Override
  public void dropTable(String table) {
    requireAlive();
    below.dropTable(table);
  }

  @Override
  public Transaction begin(Durability durability) {
    return below.begin(durability);
  }

  @Override
  public void flush() {
    below.flush();
  }

  @Override
  public String describe() {
    return below.describe();
  }

  @Override
  public void close() {
    beforeClose.run();
    below.close();
  }
}
