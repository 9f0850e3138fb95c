package org.portolan.bench.shop;

import java.nio.file.Path;
import java.util.function.Supplier;
import org.portolan.engine.Engines;
import org.portolan.engine.adapter.ClusterUri;

/** Opens the shop that is written by hand on the engine of a store. */
public final class ShopSides {
  private ShopSides() {}

  /**
   * Opens a shop by hand beside a store, on the same servers.
   *
   * @param uri of a store with the design of {@link PortolanShop}, open in this process
   * @param name of the shop, of letters, digits and underscores: two of a name are the same shop
   * @param directory for RocksDB's files
   * @throws IllegalArgumentException if no shop is written by hand on that engine
   */
  public static ShopSide byHand(String uri, String name, Path directory) {
    String scheme = uri.substring(0, uri.indexOf(':'));
    Supplier<ClusterUri> address = () -> ClusterUri.parse(uri, Engines.ofUri(uri).uriForm());
    return switch (scheme) {
      case "rocksdb" -> new RocksDbShop(directory.resolve(name));
      case "hbase" -> new HBaseShop(address.get(), name);
      case "cassandra" -> new CassandraShop(address.get(), name);
      case "ignite" -> new IgniteShop(address.get(), name, "product.main");
      default ->
          throw new IllegalArgumentException("no shop is written by hand on the engine of " + uri);
    };
  }
}
