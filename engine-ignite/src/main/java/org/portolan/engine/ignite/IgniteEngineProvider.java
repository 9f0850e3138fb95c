package org.portolan.engine.ignite;

import org.portolan.engine.Capabilities;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider;

/**
 * Opens stores in an Ignite cluster: {@code ignite://host:port,host:port/prefix?backups=1}.
 *
 * <ul>
 *   <li>{@code backups}: copies of each row beside the first, 1 if not said; of an existing store
 *       it must be what the store was made with.
 *   <li>{@code servers}: how many servers the baseline has at least. If it is not said, the largest
 *       that was seen at an opening of the store counts.
 *   <li>{@code wal}: the weakest write-ahead mode that the servers may have, {@code log_only} if
 *       not said; a client cannot change it, so a cluster with a weaker one is refused.
 *   <li>{@code timeout}: of one request and of one transaction, 10s if not said.
 *   <li>{@code connections}: how many writes may be under way at once, 16 if not said.
 *   <li>{@code discovery}: where servers listen for other nodes, which this process joins as a
 *       client node. If it is not said: where the servers say by their attribute {@code
 *       portolan.discovery}, else ports 47500 to 47509 of the URI's hosts.
 *   <li>{@code group}: the cache group in which new caches are made, the prefix if not said. The
 *       caches of a group share their files, so that several small stores cost hardly more than
 *       one; they must have the same backups.
 * </ul>
 */
public final class IgniteEngineProvider implements EngineProvider {

  @Override
  public String scheme() {
    return IgniteUri.SCHEME;
  }

  @Override
  public String uriForm() {
    return IgniteUri.FORM;
  }

  @Override
  public Capabilities capabilities() {
    return Limits.CAPABILITIES;
  }

  @Override
  public Engine open(String uri, OpenMode mode) {
    return IgniteOpening.open(IgniteUri.parse(uri), mode);
  }
}
