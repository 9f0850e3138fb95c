package org.portolan.wiki.storage;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.portolan.wiki.PendingJob.Kind;

/**
 * The jobs of a wiki. A process takes a job's pages in parts (chunks): the same write moves the
 * job's cursor and stores the titles of the part with the job, so no part is taken twice, and a
 * part whose process died is found and taken over. Looking at a page twice is harmless.
 * Thread-safe; each method is at most one transaction, unless it says otherwise.
 */
public interface JobTable {
  /** The least time between the sight of a job and its begin, see {@link BeforeWrite#GUARD}. */
  Duration GUARD = BeforeWrite.GUARD;

  /** A part of a job that was taken and is not done. */
  record Chunk(LinkJob job, long number, List<String> titles, Instant taken) {}

  /**
   * Makes a job, or makes it again from its beginning. The number of its parts grows by one then,
   * so that no process takes a part from the list as it was before.
   */
  void add(Kind kind, String title);

  /** Returns at most {@code max} jobs. */
  List<LinkJob> first(int max);

  /** Returns all jobs. */
  List<LinkJob> jobs();

  /**
   * Takes the next part of a job.
   *
   * @param job as it was read before its list was
   * @param next where the list goes on behind these titles; empty at its end
   * @return empty if another process took this part, or the job was made again
   */
  Optional<Chunk> take(LinkJob job, List<String> titles, Optional<String> next);

  /**
   * Takes over a part of a job that was taken before this moment and is not done: its process may
   * have died. Which clock is right does not matter, since a part may be done twice.
   */
  Optional<Chunk> takeOver(LinkJob job, Instant takenBefore);

  /**
   * Notes that a part is done, and ends its job, in a second transaction, if it was the last. Does
   * nothing if another process has taken the part over.
   */
  void done(Chunk chunk);

  /**
   * Ends a job whose list was read to its end and none of whose parts is left; returns whether it
   * did.
   */
  boolean endIfDone(LinkJob job);
}
