package org.portolan.engine.hbase;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.CoprocessorDescriptor;
import org.apache.hadoop.hbase.client.CoprocessorDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.portolan.engine.hbase.preparedscan.EndpointJar;
import org.portolan.engine.hbase.preparedscan.EndpointProbe;

/**
 * Attaches the endpoint of prepared scans to the tables of a store, and detaches it. When the
 * description of a table changes, HBase closes and opens its regions one after the other; reads and
 * writes wait meanwhile. Used by one thread.
 */
public final class PreparedScanDeployment implements AutoCloseable {
  private final StoreUri uri;
  private final Cluster cluster;
  private final Tables tables;

  private PreparedScanDeployment(StoreUri uri, Cluster cluster) {
    this.uri = uri;
    this.cluster = cluster;
    this.tables = new Tables(cluster, uri.namespace());
  }

  /**
   * One table that was changed or checked.
   *
   * @param changed false if it already was in the requested state
   * @param regions the number of regions that answered, 0 for a table without the endpoint
   */
  public record Outcome(String table, boolean changed, int regions) {}

  /**
   * Connects to the cluster of a store.
   *
   * @throws org.portolan.engine.StoreMissingException if there is no such store
   * @throws IllegalArgumentException if the URI is not one of HBase
   */
  public static PreparedScanDeployment open(String uri) {
    StoreUri parsed = StoreUri.parse(uri);
    return new PreparedScanDeployment(parsed, HBaseOpening.cluster(parsed));
  }

  /**
   * Returns the place of the jar for region servers.
   *
   * @param asked a URI that all region servers can read, or the URI of a directory (it ends with a
   *     slash); empty for a file of this machine
   * @param directory the directory of that file
   * @throws IllegalArgumentException if no URI was given and a region server is on another machine
   */
  public URI place(Optional<URI> asked, Path directory, String version) {
    if (asked.isPresent()) {
      URI place = asked.get();
      return place.getPath() != null && place.getPath().endsWith("/")
          ? place.resolve(EndpointJar.name(version))
          : place;
    }
    for (ServerName server : servers()) {
      if (!isHere(server.getHostname())) {
        throw new IllegalArgumentException(
            "region server "
                + server.getHostname()
                + " is on another machine and cannot read a file of this one; name a"
                + " place in HDFS (--jar hdfs://HOST:8020/DIR/ --namenode http://HOST:9870),"
                + " or write it with 'portolan hbase prepared-scan-jar FILE', put it where all"
                + " region servers can read it, and name it with --jar");
      }
    }
    return directory.resolve(EndpointJar.name(version)).toAbsolutePath().toUri();
  }

  private Collection<ServerName> servers() {
    return cluster.admin(
        "list the region servers of " + uri.text(), admin -> admin.getRegionServers());
  }

  private static boolean isHere(String host) {
    try {
      InetAddress address = InetAddress.getByName(host);
      return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
    } catch (UnknownHostException | SocketException unknown) {
      return false;
    }
  }

  /**
   * Writes the jar to its place for region servers, if that is a file, or if it is in HDFS and the
   * NameNode is known. Otherwise this method assumes that the jar exists.
   *
   * @param nameNode the web address of the NameNode
   * @throws IllegalArgumentException if a NameNode is named and the place of the jar is not in HDFS
   */
  public void write(URI jar, Optional<URI> nameNode) throws IOException {
    if (nameNode.isPresent()) {
      if (!"hdfs".equals(jar.getScheme())) {
        throw new IllegalArgumentException(
            "a NameNode is useful only for a jar in HDFS (--jar hdfs://HOST:8020/DIR/), not at "
                + jar);
      }
      new WebHdfs(nameNode.get(), hdfsUser(), cluster.timeout())
          .write(jar.getPath(), EndpointJar.bytes());
    } else if ("file".equals(jar.getScheme())) {
      Path file = Path.of(jar);
      Files.createDirectories(file.getParent());
      // Region servers may be reading the file: do not write it again if it is complete.
      if (!Files.exists(file) || !Arrays.equals(Files.readAllBytes(file), EndpointJar.bytes())) {
        EndpointJar.write(file);
      }
    }
  }

  /** Returns the name of the user that Hadoop's own programs would use. */
  private static String hdfsUser() {
    String named = System.getenv("HADOOP_USER_NAME");
    return named == null || named.isBlank() ? System.getProperty("user.name") : named;
  }

  /**
   * Attaches the endpoint to tables and checks that every region answers.
   *
   * @param table empty for all tables of the store
   * @param listener called for each table when it is done
   * @throws org.portolan.engine.EngineException if a region does not answer; the tables before it
   *     have the endpoint
   */
  public void deploy(Optional<String> table, URI jar, Consumer<Outcome> listener) {
    wanted(table).forEach(name -> listener.accept(deploy(name, jar)));
  }

  /**
   * Attaches the endpoint to a table of the cluster and checks that every region answers. The table
   * need not belong to a store.
   *
   * @throws org.portolan.engine.EngineException if a region does not answer
   */
  public Outcome deploy(TableName table, URI jar) {
    boolean changed = change(table, Optional.of(jar));
    return new Outcome(table.getQualifierAsString(), changed, verify(table));
  }

  /** Detaches the endpoint from tables; scans that use it continue with HBase's own scan. */
  public void undeploy(Optional<String> table, Consumer<Outcome> listener) {
    for (TableName name : wanted(table)) {
      listener.accept(new Outcome(name.getQualifierAsString(), change(name, Optional.empty()), 0));
    }
  }

  private List<TableName> wanted(Optional<String> table) {
    List<TableName> names = new ArrayList<>();
    if (table.isPresent()) {
      names.add(tables.get(table.get()).nativeName());
    } else {
      tables.schemas().forEach(schema -> names.add(tables.get(schema.name()).nativeName()));
      names.sort(null);
    }
    return names;
  }

  private boolean change(TableName table, Optional<URI> jar) {
    String act = "change the endpoint of table '" + table + "'";
    TableDescriptor before = cluster.admin(act, admin -> admin.getDescriptor(table));
    Optional<CoprocessorDescriptor> present =
        before.getCoprocessorDescriptors().stream()
            .filter(each -> each.getClassName().equals(EndpointJar.CLASS_NAME))
            .findFirst();
    Optional<String> path = present.flatMap(CoprocessorDescriptor::getJarPath);
    if (jar.map(URI::toString).equals(path) && jar.isPresent() == present.isPresent()) {
      return false;
    }
    TableDescriptorBuilder after = TableDescriptorBuilder.newBuilder(before);
    if (present.isPresent()) {
      after.removeCoprocessor(EndpointJar.CLASS_NAME);
    }
    if (jar.isPresent()) {
      attach(after, jar.get());
    }
    cluster.admin(act, admin -> admin.modifyTable(after.build()));
    return true;
  }

  private static void attach(TableDescriptorBuilder table, URI jar) {
    try {
      table.setCoprocessor(
          CoprocessorDescriptorBuilder.newBuilder(EndpointJar.CLASS_NAME)
              .setJarPath(jar.toString())
              .build());
    } catch (IOException e) {
      throw new IllegalStateException("cannot attach an endpoint to a table that had none", e);
    }
  }

  private int verify(TableName table) {
    try {
      return EndpointProbe.regions(cluster.connection(), table, cluster.timeout());
    } catch (IOException failure) {
      throw Failures.of("ask the endpoint of table '" + table + "'", failure);
    }
  }

  @Override
  public void close() throws IOException {
    cluster.close();
  }
}
