package org.portolan.wiki.storage;

import java.time.Instant;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.portolan.data.Columns;
import org.portolan.data.EntityRow;
import org.portolan.data.StoreReader;
import org.portolan.data.StoreTransaction;
import org.portolan.types.Tuple;
import org.portolan.wiki.PendingJob.Kind;

/**
 * The row of each job in a store, by the job's kind and title. Every method with a transaction
 * belongs to its caller's write.
 *
 * @param cursor the column of the job's cursor
 * @param toKey makes a title's component of the key
 * @param ofKey makes the title again
 */
public record JobRows(
    String cursor, Function<String, Object> toKey, Function<Object, String> ofKey) {
  /** The entity of jobs. */
  public static final String JOB = "job";

  /** Returns the key of a job's row. */
  public Tuple key(LinkJob job) {
    return key(job.kind(), job.title());
  }

  private Tuple key(Kind kind, String title) {
    return Tuple.of(kind.name().toLowerCase(Locale.ROOT), toKey.apply(title));
  }

  /** Returns the job of a row. */
  LinkJob job(EntityRow row) {
    return new LinkJob(
        Kind.valueOf(row.key().text(0).toUpperCase(Locale.ROOT)),
        ofKey.apply(row.key().get(1)),
        row.timestamp("since"),
        Optional.ofNullable(row.text(cursor)),
        row.booleanValue("walked"),
        row.longValue("chunks"),
        row.longValue("done"));
  }

  /** Returns the present state of a job. */
  Optional<LinkJob> present(StoreReader reader, LinkJob job) {
    return reader.get(JOB, key(job), Columns.ALL).map(this::job);
  }

  void put(StoreTransaction transaction, LinkJob job) {
    Map<String, Object> values = new HashMap<>();
    values.put("since", job.since());
    values.put(cursor, job.cursor().orElse(null));
    values.put("walked", job.walked());
    values.put("chunks", job.chunks());
    values.put("done", job.done());
    transaction.put(JOB, key(job), values);
  }

  /** Makes a job, or makes it again, see {@link JobTable#add}. */
  public void add(StoreTransaction transaction, Kind kind, String title) {
    long chunks =
        transaction
            .get(JOB, key(kind, title), Columns.ALL)
            .map(row -> row.longValue("chunks") + 1)
            .orElse(0L);
    Instant now = WriteRules.micros(Instant.now());
    put(transaction, new LinkJob(kind, title, now, Optional.empty(), false, chunks, 0));
  }
}
