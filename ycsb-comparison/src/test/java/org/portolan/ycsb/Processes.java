package org.portolan.ycsb;

import java.util.List;
import java.util.stream.Stream;

/** The common settings of the compared processes. */
final class Processes {
  /** The packages of the JDK that Ignite's client node reads. */
  private static final List<String> OPENED =
      List.of(
          "java.base/jdk.internal.access",
          "java.base/jdk.internal.misc",
          "java.base/sun.nio.ch",
          "java.base/sun.util.calendar",
          "java.base/sun.reflect.generics.reflectiveObjects",
          "java.base/java.io",
          "java.base/java.nio",
          "java.base/java.net",
          "java.base/java.util",
          "java.base/java.util.concurrent",
          "java.base/java.util.concurrent.locks",
          "java.base/java.util.concurrent.atomic",
          "java.base/java.lang",
          "java.base/java.lang.invoke",
          "java.base/java.math",
          "java.base/java.time",
          "java.base/java.text");

  /** The memory of a small client, and the packages of the JDK that it may read. */
  static final List<String> JAVA_OPTIONS =
      Stream.concat(
              Stream.of(
                  "-Xmx1g", "-XX:+UseSerialGC", "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn"),
              OPENED.stream().map(name -> "--add-opens=" + name + "=ALL-UNNAMED"))
          .toList();

  private Processes() {}
}
