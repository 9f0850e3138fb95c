package org.portolan.engine.hbase;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.HConstants;
import org.portolan.cluster.ClusterException;
import org.portolan.cluster.FetchedJars;
import org.portolan.engine.EngineException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands cells to region servers as HFiles. HBase's client has neither the classes that write these
 * files nor a file system that reaches HDFS. So the jars of HBase's servers do it, in a class
 * loader of their own whose parent knows the JDK only, together with the module {@code
 * engine-hbase-hfiles}, which is compiled against them. They are fetched on first use, and reached
 * by reflection, here alone. Used by one thread at a time.
 */
final class HFileLoader implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HFileLoader.class);
  private static final String CLASS_NAME = "org.portolan.hfiles.HFileLoads";
  private static final List<String> SITES =
      List.of("core-site.xml", "hdfs-site.xml", "hbase-site.xml");

  private static final int PAUSE_MS = 100;

  /** With HBase's growing pauses about two minutes, in which regions of a dead server come back. */
  private static final int RETRIES = 15;

  /** Never closed: Hadoop's threads and its shutdown hook go on to load classes. */
  private static URLClassLoader shared;

  private final ClassLoader loader;
  private final AutoCloseable loads;

  private HFileLoader(ClassLoader loader, AutoCloseable loads) {
    this.loader = loader;
    this.loads = loads;
  }

  private interface Work<T> {
    T run() throws ReflectiveOperationException, IOException;
  }

  /**
   * Checks that files can be written where the URI says, if it says so.
   *
   * @throws EngineException if they cannot
   */
  static void requireDirectory(StoreUri uri, Cluster cluster) {
    if (uri.hfiles().isPresent()) {
      open(uri, cluster).close();
    }
  }

  /**
   * Prepares the store's directory for HFiles, and removes what an earlier load has left there.
   *
   * @throws EngineException if nothing can be written there, or the jars cannot be fetched
   */
  static HFileLoader open(StoreUri uri, Cluster cluster) {
    return open(uri, cluster, RETRIES);
  }

  /**
   * Like {@link #open(StoreUri, Cluster)}.
   *
   * @param retries of a request to a region server that fails
   */
  static HFileLoader open(StoreUri uri, Cluster cluster, int retries) {
    String directory = uri.hfiles().orElseThrow();
    String name = directoryName(uri, cluster);
    Map<String, String> settings = settings(cluster.connection().getConfiguration());
    // The engine's client ends its attempts by time, HBase's tool ends them by their number alone.
    settings.put(HConstants.HBASE_CLIENT_PAUSE, Integer.toString(PAUSE_MS));
    settings.put(HConstants.HBASE_CLIENT_RETRIES_NUMBER, Integer.toString(retries));
    ClassLoader loader = loader();
    try {
      Object loads =
          within(
              loader,
              () ->
                  loader
                      .loadClass(CLASS_NAME)
                      .getConstructor(List.class, Map.class, String.class, String.class)
                      .newInstance(resources(), settings, directory, name));
      return new HFileLoader(loader, (AutoCloseable) loads);
    } catch (IOException failure) {
      throw new EngineException(
          "cannot write HFiles of "
              + uri.text()
              + " to "
              + directory
              + ": "
              + Failures.describe(failure)
              + "; name a directory in the file system of the cluster's hbase.rootdir to which you"
              + " may write with '"
              + StoreUri.HFILES
              + "=', or leave the option out, and the load writes through the region servers",
          failure);
    }
  }

  /**
   * Returns the name of the store's directory. Two clusters may share the directory around it, and
   * have namespaces of one name.
   */
  static String directoryName(StoreUri uri, Cluster cluster) {
    String clusterId =
        cluster
            .admin(
                "ask for the id of the cluster of " + uri.text(),
                admin -> admin.getClusterMetrics(EnumSet.of(ClusterMetrics.Option.CLUSTER_ID)))
            .getClusterId();
    return "portolan-" + clusterId + "-" + uri.namespace();
  }

  private static synchronized ClassLoader loader() {
    if (shared == null) {
      shared = new URLClassLoader(urls(), ClassLoader.getPlatformClassLoader());
    }
    return shared;
  }

  private static URL[] urls() {
    List<URL> urls = new ArrayList<>();
    try {
      // Not its class in this loader, which lacks what it uses; only the place where it is from.
      urls.add(
          Class.forName(CLASS_NAME, false, HFileLoader.class.getClassLoader())
              .getProtectionDomain()
              .getCodeSource()
              .getLocation());
      if (!FetchedJars.HBASE.arePresent()) {
        LOG.warn(
            "fetching HBase's servers, once, to write HFiles: some {} jars, 111 MB",
            FetchedJars.HBASE.count());
      }
      urls.addAll(FetchedJars.urls(FetchedJars.HBASE.get(fetched -> {})));
      return urls.toArray(URL[]::new);
    } catch (ClusterException failure) {
      throw new EngineException("cannot write HFiles: " + failure.getMessage(), failure);
    } catch (ClassNotFoundException impossible) {
      throw new IllegalStateException(impossible);
    } catch (UncheckedIOException failure) {
      throw new EngineException("cannot list the jars of HBase's servers: " + failure, failure);
    }
  }

  /** Returns the files of settings on the class path, which the other loader does not see. */
  private static List<URL> resources() {
    ClassLoader own = HFileLoader.class.getClassLoader();
    List<URL> found = new ArrayList<>();
    for (String site : SITES) {
      URL resource = own.getResource(site);
      if (resource != null) {
        found.add(resource);
      }
    }
    return found;
  }

  /** Returns the settings that are no defaults, because the defaults of the jars may differ. */
  private static Map<String, String> settings(Configuration configuration) {
    Map<String, String> settings = new HashMap<>();
    for (Map.Entry<String, String> each : configuration) {
      String[] sources = configuration.getPropertySources(each.getKey());
      boolean isDefault =
          sources != null
              && sources.length > 0
              && sources[sources.length - 1].endsWith("-default.xml");
      if (!isDefault) {
        settings.put(each.getKey(), each.getValue());
      }
    }
    return settings;
  }

  /**
   * Writes cells to files.
   *
   * @param table its name, with its namespace
   * @param cells by family, in any order, in the form of HBase's {@code KeyValue}; of equal ones
   *     the last remains
   * @return the addresses of the files, by family
   * @throws IOException if a file was not written
   */
  @SuppressWarnings("unchecked")
  Map<String, List<String>> write(String table, Map<String, List<byte[]>> cells)
      throws IOException {
    return (Map<String, List<String>>) call("write", table, cells);
  }

  /**
   * Has the region servers take files over; then every read sees their cells.
   *
   * @param files by family, as {@link #write} has returned them
   * @throws IOException if it is not known that each was taken over; any of them may have been
   */
  void takeOver(String table, Map<String, List<String>> files) throws IOException {
    Object unused = call("takeOver", table, files);
  }

  private Object call(String method, String table, Map<String, ?> byFamily) throws IOException {
    return within(
        loader,
        () ->
            loads
                .getClass()
                .getMethod(method, String.class, Map.class)
                .invoke(loads, table, byFamily));
  }

  /** Runs work for which Hadoop looks up classes by the thread. */
  private static <T> T within(ClassLoader loader, Work<T> work) throws IOException {
    Thread current = Thread.currentThread();
    ClassLoader before = current.getContextClassLoader();
    current.setContextClassLoader(loader);
    try {
      return work.run();
    } catch (InvocationTargetException failure) {
      Throwable cause = failure.getCause();
      if (cause instanceof Error error) {
        throw error;
      }
      throw cause instanceof IOException io ? io : new IOException(cause);
    } catch (ReflectiveOperationException failure) {
      throw new IOException("the jars of HBase's servers are not those expected", failure);
    } finally {
      current.setContextClassLoader(before);
    }
  }

  /** Removes the files that are left. Does not fail: a later load removes them otherwise. */
  @Override
  public void close() {
    try {
      Object unused = within(loader, () -> loads.getClass().getMethod("close").invoke(loads));
    } catch (IOException failure) {
      LOG.debug("the directory for HFiles was not removed", failure);
    }
  }
}
