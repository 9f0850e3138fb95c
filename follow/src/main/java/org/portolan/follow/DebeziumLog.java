package org.portolan.follow;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Driver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.portolan.cluster.FetchedJars;
import org.portolan.migrate.MigrateException;
import org.portolan.migrate.RowChange;
import org.portolan.types.Bytes;

/**
 * The log of a database, read by Debezium's embedded engine. Its jars are in a class loader of
 * their own, whose parent knows the JDK only: they bring other versions of what the product uses,
 * and nobody gets them who follows nothing. Therefore it is reached by reflection, here alone.
 *
 * <p>The engine's thread hands over a batch and waits until it is acknowledged; so no more than a
 * batch and the engine's queue are in memory, and the engine never notes a place whose changes are
 * not in the store. Polled, acknowledged and closed by one thread.
 */
final class DebeziumLog implements AutoCloseable {
  private static final String ENGINE = "io.debezium.engine.DebeziumEngine";
  private static final long CLOSE_MILLIS_MAX = 30_000;

  /** Kept here, because the levels of loggers that nobody holds are forgotten. */
  private static final List<Logger> QUIET =
      Stream.of("io.debezium", "org.apache.kafka", "com.github.shyiko")
          .map(Logger::getLogger)
          .toList();

  private final URLClassLoader loader;
  private final ConnectValues values;
  private final Object engine;
  private final Thread thread;
  private final SynchronousQueue<Batch> batches = new SynchronousQueue<>();
  private volatile boolean closing;
  private volatile boolean ended;
  private volatile String failure = "";
  private Batch open;

  /** The engine has ended: its connection was lost, or it met something that it cannot read. */
  static final class EndedException extends MigrateException {
    private static final long serialVersionUID = 1L;

    EndedException(String message) {
      super(message);
    }
  }

  /** Records whose thread waits until they are acknowledged. */
  private record Batch(List<LogRecord> records, CountDownLatch done) {}

  /**
   * Begins to read.
   *
   * @param jars the directory of Debezium's jars
   * @param properties of the engine and its connector
   */
  DebeziumLog(Path jars, Properties properties) {
    QUIET.forEach(logger -> logger.setLevel(Level.OFF));
    forgetMetrics();
    loader =
        new URLClassLoader(
            FetchedJars.urls(jars).toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
    try {
      // DriverManager looks for drivers once in the life of a process, and this may be the second
      // log.
      ServiceLoader.load(Driver.class, loader).forEach(driver -> {});
      values = new ConnectValues(loader);
      engine = build(properties);
    } catch (ReflectiveOperationException e) {
      throw new MigrateException("cannot start Debezium from the jars in " + jars + ": " + e, e);
    }
    thread = new Thread((Runnable) engine, "portolan-follow-log");
    thread.setDaemon(true);
    thread.setContextClassLoader(loader);
    thread.start();
  }

  /**
   * Removes the metrics of an engine that ended by a failure: it leaves them behind, and the next
   * one tries for a minute to register its own under their names.
   */
  private static void forgetMetrics() {
    MBeanServer metrics = ManagementFactory.getPlatformMBeanServer();
    try {
      for (ObjectName name :
          metrics.queryNames(
              new ObjectName("debezium.*:server=" + FollowedDatabase.NAME + ",*"), null)) {
        metrics.unregisterMBean(name);
      }
    } catch (JMException e) {
      // Then the engine waits.
    }
  }

  private Object build(Properties properties) throws ReflectiveOperationException {
    Thread current = Thread.currentThread();
    ClassLoader before = current.getContextClassLoader();
    current.setContextClassLoader(loader);
    try {
      Class<?> type = loader.loadClass(ENGINE);
      Class<?> builderType = loader.loadClass(ENGINE + "$Builder");
      Class<?> consumer = loader.loadClass(ENGINE + "$ChangeConsumer");
      Class<?> completion = loader.loadClass(ENGINE + "$CompletionCallback");
      Object builder =
          type.getMethod("create", Class.class)
              .invoke(null, loader.loadClass("io.debezium.embedded.Connect"));
      builder = builderType.getMethod("using", Properties.class).invoke(builder, properties);
      builder =
          builderType
              .getMethod("using", completion)
              .invoke(builder, proxy(completion, (self, method, given) -> ended(given)));
      builder =
          builderType
              .getMethod("notifying", consumer)
              .invoke(
                  builder,
                  proxy(
                      consumer,
                      (self, method, given) -> {
                        if (method.getName().equals("handleBatch")) {
                          hand((List<?>) given[0], given[1]);
                          return null;
                        }
                        return method.getReturnType() == boolean.class ? (Object) false : null;
                      }));
      return builderType.getMethod("build").invoke(builder);
    } finally {
      current.setContextClassLoader(before);
    }
  }

  private Object proxy(Class<?> type, InvocationHandler handler) {
    return Proxy.newProxyInstance(
        loader,
        new Class<?>[] {type},
        (self, method, given) ->
            switch (method.getName()) {
              case "hashCode" -> System.identityHashCode(self);
              case "equals" -> self == given[0];
              case "toString" -> "portolan's " + type.getSimpleName();
              default -> handler.invoke(self, method, given);
            });
  }

  /** Keeps how the engine ended: whether well, with what message and cause. */
  private Object ended(Object[] given) {
    if (!(Boolean) given[0]) {
      Throwable cause = (Throwable) given[2];
      while (cause != null && cause.getCause() != null && cause.getCause() != cause) {
        cause = cause.getCause();
      }
      // Some causes, like the end of a connection's bytes, have no message.
      failure =
          cause == null
              ? String.valueOf(given[1])
              : cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }
    ended = true;
    return null;
  }

  /** Hands a batch over, and waits until it is acknowledged. Called by the engine. */
  private void hand(List<?> records, Object committer) throws Exception {
    List<LogRecord> read = new ArrayList<>(records.size());
    for (Object record : records) {
      read.add(read(record));
    }
    Batch batch = new Batch(read, new CountDownLatch(1));
    batches.put(batch);
    batch.done.await();
    if (closing) {
      throw new InterruptedException("the log is being closed");
    }
    Class<?> type = loader.loadClass(ENGINE + "$RecordCommitter");
    Method processed = type.getMethod("markProcessed", Object.class);
    for (Object record : records) {
      processed.invoke(committer, record);
    }
    type.getMethod("markBatchFinished").invoke(committer);
  }

  private LogRecord read(Object event) throws ReflectiveOperationException {
    Class<?> changeEvent = loader.loadClass("io.debezium.engine.ChangeEvent");
    Class<?> sourceRecord = loader.loadClass("org.apache.kafka.connect.source.SourceRecord");
    Object record = changeEvent.getMethod("value").invoke(event);
    @SuppressWarnings("unchecked")
    Map<String, Object> place =
        (Map<String, Object>) sourceRecord.getMethod("sourceOffset").invoke(record);
    Object value = sourceRecord.getMethod("value").invoke(record);
    Map<String, Object> envelope = values.fields(value);
    Map<String, Object> source = values.fields(envelope.get("source"));
    Map<String, Object> message = values.fields(envelope.get("message"));
    String text =
        message.get("content") instanceof Bytes bytes
            ? new String(bytes.toArray(), StandardCharsets.UTF_8)
            : "";
    return new LogRecord(change(envelope, source), source, place, text);
  }

  private Optional<RowChange> change(Map<String, Object> envelope, Map<String, Object> source)
      throws ReflectiveOperationException {
    Object operation = envelope.get("op");
    Object table = source.get("table");
    if (operation == null || table == null || operation.equals("m")) {
      return Optional.empty();
    }
    Object schema = source.containsKey("schema") ? source.get("schema") : source.get("db");
    String name = schema + "." + table;
    if (operation.equals("t")) {
      return Optional.of(RowChange.truncation(name));
    }
    return Optional.of(
        RowChange.of(
            name, values.fields(envelope.get("before")), values.fields(envelope.get("after"))));
  }

  /**
   * Returns the next records; empty if there are none in time.
   *
   * @throws EndedException if the log cannot be read any more
   */
  List<LogRecord> poll(Duration time) throws InterruptedException {
    Batch batch = batches.poll(time.toMillis(), TimeUnit.MILLISECONDS);
    if (batch == null) {
      if (ended || !thread.isAlive()) {
        throw new EndedException(
            "cannot read the log of the database: "
                + (failure.isEmpty() ? "Debezium's engine has ended" : failure.strip())
                + "; correct it, and continue with --resume --follow");
      }
      return List.of();
    }
    open = batch;
    return batch.records;
  }

  /** Tells that the last records are in the store, durably. */
  void acknowledge() {
    if (open != null) {
      open.done.countDown();
      open = null;
    }
  }

  /** Ends the engine. Records that were not acknowledged come again at the next start. */
  @Override
  public void close() {
    closing = true;
    acknowledge();
    Thread closer =
        new Thread(
            () -> {
              try {
                loader.loadClass(ENGINE).getMethod("close").invoke(engine);
              } catch (ReflectiveOperationException e) {
                // It has ended already, or ends by the interrupt below.
              }
            },
            "portolan-follow-close");
    closer.setDaemon(true);
    closer.setContextClassLoader(loader);
    closer.start();
    try {
      long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(CLOSE_MILLIS_MAX);
      while (closer.isAlive() && System.nanoTime() < end) {
        // The engine may wait to hand over a batch that nobody takes any more.
        Batch late = batches.poll(50, TimeUnit.MILLISECONDS);
        if (late != null) {
          late.done.countDown();
        }
      }
      thread.interrupt();
      thread.join(1_000);
      loader.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      // Nothing of it is needed any more.
    }
  }
}
