package org.portolan.engine.hbase;

import java.util.List;
import java.util.Optional;
import org.portolan.engine.Capabilities;
import org.portolan.engine.Engine;
import org.portolan.engine.EngineProvider;
import org.portolan.engine.StoredSizes;
import org.portolan.engine.TableSchema;
import org.portolan.engine.TableScript;

/**
 * Opens stores of the form {@code hbase://zookeeper-host:port/namespace}: the tables of one
 * namespace of an HBase cluster, open to any number of processes. Options: {@code timeout=30s}, the
 * time limit of one operation, retries included; {@code znode=/hbase}, the path of HBase's state in
 * ZooKeeper; {@code hfiles=DIRECTORY}, where loads write files that the region servers take over,
 * and {@code hfile-bytes-min=131072}, how large these must be on average.
 */
public final class HBaseEngineProvider implements EngineProvider {
  static final String SCHEME = "hbase";

  @Override
  public String scheme() {
    return SCHEME;
  }

  @Override
  public String uriForm() {
    return StoreUri.FORM;
  }

  @Override
  public Capabilities capabilities() {
    return Limits.DEFAULT.capabilities();
  }

  @Override
  public StoredSizes sizes() {
    return HBaseSizes.ALL;
  }

  @Override
  public void checkOptions(TableSchema table) {
    TableOptions.check(table);
  }

  /**
   * {@inheritDoc}
   *
   * <p>The text is a script for {@code hbase shell}, with the points at which the tables are split.
   */
  @Override
  public Optional<TableScript> script(String uri, List<TableSchema> tables) {
    return Optional.of(
        new TableScript("schema.hbase", ShellScript.of(StoreUri.parse(uri), tables)));
  }

  @Override
  public String exampleUri(String name) {
    return SCHEME + "://localhost:2181/" + name;
  }

  @Override
  public Engine open(String uri, OpenMode mode) {
    return HBaseOpening.open(StoreUri.parse(uri), mode);
  }
}
