package org.portolan.wiki.storage;

import java.util.List;
import org.portolan.engine.CapabilityException;

/**
 * The filling of an empty storage that nobody else uses, see {@link ImportTable#load}. From its
 * beginning to {@link #close} nobody can open the storage but an import with {@code resume}.
 * Thread-safe.
 */
public interface ImportLoad extends AutoCloseable {

  /**
   * Writes pages whose titles were not written before.
   *
   * @throws CapabilityException and the other refusals of a page; nothing was written
   * @throws org.portolan.engine.OutcomeUnknownException if the storage fails; any part may be
   *     written, so this load must not go on
   */
  void write(List<PreparedPage> pages);

  /** Returns when all writes are durable, and reads show them. */
  void flush();

  /** Ends the load: from now on the storage can be opened as any other. */
  @Override
  void close();

  /** Ends the work of this object after a failure, and leaves the storage to a resumed import. */
  void abandon();
}
