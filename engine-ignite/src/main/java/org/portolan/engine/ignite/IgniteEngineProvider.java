package org.portolan.engine.ignite;

import java.util.List;
import java.util.Optional;
import org.portolan.engine.Capabilities;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider;
import org.portolan.engine.StoredSizes;
import org.portolan.engine.TableSchema;
import org.portolan.engine.TableScript;

/**
 * Opens stores in an Ignite cluster: {@code ignite://host:port,host:port/prefix?backups=1}.
 *
 * <ul>
 *   <li>{@code backups}: copies of each row besides the first, by default 1; for an existing store
 *       it must be the number with which the store was created.
 *   <li>{@code servers}: the number of servers of which writes need a majority; if the baseline is
 *       larger, its size counts instead. By default the largest baseline seen at an opening.
 *   <li>{@code wal}: the weakest write-ahead mode that the servers may have, by default {@code
 *       log_only}; a client cannot change it, so a cluster with a weaker mode is refused.
 *   <li>{@code timeout}: the time limit of one request and of one transaction, by default 10s.
 *   <li>{@code connections}: the number of writes that may run at once, by default 16.
 *   <li>{@code discovery}: the addresses on which servers listen for other nodes; this process
 *       joins them as a client node. By default the addresses in the servers' attribute {@code
 *       portolan.discovery}, else ports 47500 to 47509 of the URI's hosts.
 *   <li>{@code group}: the cache group of new caches, by default the prefix. The caches of a group
 *       share their files, so several small stores cost hardly more than one; they must have the
 *       same backups.
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
  public StoredSizes sizes() {
    return IgniteSizes.ALL;
  }

  @Override
  public List<String> jvmOptions() {
    return JvmOptions.all();
  }

  /**
   * {@inheritDoc}
   *
   * <p>The text is a list of cache configurations for Spring. Without {@code backups} in the URI
   * the caches have one.
   */
  @Override
  public Optional<TableScript> script(String uri, List<TableSchema> tables) {
    return Optional.of(new TableScript("schema.xml", CachesXml.of(IgniteUri.parse(uri), tables)));
  }

  @Override
  public String exampleUri(String name) {
    return IgniteUri.SCHEME + "://localhost:10800/" + name;
  }

  @Override
  public Engine open(String uri, OpenMode mode) {
    IgniteUri parsed = IgniteUri.parse(uri);
    JvmOptions.require(uri);
    return IgniteOpening.open(parsed, mode, ClientNode.Setup.USUAL);
  }
}
