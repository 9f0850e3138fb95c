package org.portolan.testkit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.ClassTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs a test class on several engines: once on a store in memory like each of {@link #engines},
 * and on request on real servers. The class needs JUnit 5.13 or later.
 *
 * <p>Each test method has a new and empty store. Test methods, and methods with {@code @BeforeEach}
 * or {@code @AfterEach}, may have these parameters, and all of one test see the same objects:
 *
 * <ul>
 *   <li>{@link TestStore} or {@link org.portolan.data.Store}: the store, open
 *   <li>{@link TestCluster}: its servers, to open the store as another process
 *   <li>{@link Kind}: the engine
 *   <li>{@link org.portolan.design.Design}: the design
 * </ul>
 *
 * After the last {@code @AfterEach}, all processes are closed and the store is removed, whether the
 * test failed or not. Test methods and classes may run in parallel.
 *
 * <p>System properties, or configuration parameters of JUnit, request real servers for all such
 * classes, in addition to memory:
 *
 * <ul>
 *   <li>{@value PortolanExtension#ENGINES}: names such as {@code hbase,cassandra}. Servers of each
 *       are started on this machine, on free ports of 127.0.0.1, when the first class needs them,
 *       and stopped after the last class. {@code rocksdb} is a temporary directory.
 *   <li>{@value PortolanExtension#URIS}: URIs of stores, separated by spaces. Each test makes a
 *       store of a similar name, {@code shop_t1k3x} for {@code shop}, and removes it.
 * </ul>
 *
 * The engines of both must be on the class path, and their JVM options set. Servers that cannot be
 * started fail the tests.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ClassTemplate
@ExtendWith(PortolanExtension.class)
public @interface PortolanTest {

  /** The design file of the stores: a resource on the class path, such as {@code shop.yaml}. */
  String design();

  /** The engines that stores in memory are like. */
  Kind[] engines() default {Kind.HBASE, Kind.CASSANDRA, Kind.IGNITE, Kind.ROCKSDB};

  /**
   * The engines on whose real servers the class should run before a release. Each that is not
   * requested is reported as skipped, with the property that requests it.
   */
  Kind[] servers() default {};
}
