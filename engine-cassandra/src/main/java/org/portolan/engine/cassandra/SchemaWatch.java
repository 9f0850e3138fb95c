package org.portolan.engine.cassandra;

import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import com.datastax.oss.driver.api.core.metadata.schema.SchemaChangeListenerBase;
import com.datastax.oss.driver.api.core.metadata.schema.TableMetadata;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs an error when the keyspace of an open store is altered so that the checks of its opening do
 * not hold any more. Thread-safe.
 */
final class SchemaWatch extends SchemaChangeListenerBase {
  private static final Logger LOG = LoggerFactory.getLogger(SchemaWatch.class);
  private static final CqlIdentifier GRACE = CqlIdentifier.fromInternal(TableOptions.GRACE);

  private final StoreUri uri;

  SchemaWatch(StoreUri uri) {
    this.uri = uri;
  }

  @Override
  public void onKeyspaceUpdated(KeyspaceMetadata current, KeyspaceMetadata previous) {
    if (isOurs(current.getName()) && !current.getReplication().equals(previous.getReplication())) {
      LOG.error(
          "the replication of {} was altered from {} to {} while this process has it open: until"
              + " 'nodetool repair -full {}' has run on every server, reads may miss acknowledged"
              + " writes; stop the processes that have it open, repair, then open it again",
          uri.uri(),
          previous.getReplication(),
          current.getReplication(),
          uri.keyspace());
    }
  }

  @Override
  public void onTableUpdated(TableMetadata current, TableMetadata previous) {
    if (isOurs(current.getKeyspace())
        && current.getOptions().get(GRACE) instanceof Integer seconds
        && seconds < TableOptions.GRACE_MIN.toSeconds()) {
      LOG.error(
          "while {} is open, {}",
          uri.uri(),
          TableOptions.tooShort(uri.keyspace(), current.getName().asInternal(), seconds));
    }
  }

  @Override
  public void close() {
    // Does nothing: this listener holds no resources.
  }

  private boolean isOurs(CqlIdentifier keyspace) {
    return keyspace.asInternal().equals(uri.keyspace());
  }
}
