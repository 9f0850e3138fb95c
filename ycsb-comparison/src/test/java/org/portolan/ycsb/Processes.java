package org.portolan.ycsb;

import java.util.List;

/** What the processes compared have in common. */
final class Processes {
  /** The memory of a small client, and what Ignite's client reads of the JDK. */
  static final List<String> JAVA_OPTIONS =
      List.of(
          "-Xmx1g",
          "-XX:+UseSerialGC",
          "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
          "--add-opens=java.base/java.nio=ALL-UNNAMED",
          "--add-opens=java.base/java.util=ALL-UNNAMED",
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--add-opens=java.base/java.lang.invoke=ALL-UNNAMED",
          "--add-opens=java.base/jdk.internal.access=ALL-UNNAMED",
          "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
          "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED");

  private Processes() {}
}
