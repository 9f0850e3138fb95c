package org.portolan.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Time, random numbers, threads, waits, and locks held during calls must come from {@link
 * StoreRuntime} alone, or the simulation would not control them. Checks the references of the
 * compiled classes.
 */
class OnlyRuntimeTest {
  private static final String RUNTIME = "org/portolan/data/SystemRuntime";

  /** Forbidden methods of classes whose other methods are harmless. */
  private static final List<String> METHODS =
      List.of(
          "java/lang/System.currentTimeMillis",
          "java/lang/System.nanoTime",
          "java/lang/Math.random",
          "java/lang/Object.wait",
          "java/lang/Thread.<init>",
          "java/lang/Thread.start",
          "java/lang/Thread.sleep",
          "java/lang/Thread.join",
          "java/lang/Thread.yield",
          "java/lang/Thread.getId",
          "java/lang/Runtime.availableProcessors",
          "java/time/Instant.now",
          "java/time/InstantSource.system",
          "java/time/LocalDate.now",
          "java/time/LocalDateTime.now",
          "java/time/ZonedDateTime.now",
          "java/util/UUID.randomUUID",
          "java/util/Collections.shuffle",
          "java/util/stream/Stream.parallel",
          "java/util/Collection.parallelStream");

  /**
   * What asynchronous calls need of a forbidden class: these methods hold a result, or hand a call
   * to the application's executor. They start and await nothing.
   */
  private static final List<String> ADMITTED =
      List.of(
          "java/util/concurrent/CompletableFuture.<init>",
          "java/util/concurrent/CompletableFuture.complete",
          "java/util/concurrent/CompletableFuture.completeExceptionally",
          "java/util/concurrent/CompletableFuture.isDone",
          "java/util/concurrent/CompletableFuture.whenComplete",
          "java/util/concurrent/Executor.execute");

  private static final List<String> CLASSES =
      List.of(
          "java/lang/ProcessHandle",
          "java/lang/management/",
          "java/security/SecureRandom",
          "java/time/Clock",
          "java/util/Random",
          "java/util/SplittableRandom",
          "java/util/Timer",
          "java/util/concurrent/CompletableFuture",
          "java/util/concurrent/CountDownLatch",
          "java/util/concurrent/Executor",
          "java/util/concurrent/ForkJoin",
          "java/util/concurrent/ScheduledThreadPoolExecutor",
          "java/util/concurrent/Semaphore",
          "java/util/concurrent/ThreadLocalRandom",
          "java/util/concurrent/ThreadPoolExecutor",
          "java/util/concurrent/locks/LockSupport",
          "java/util/concurrent/locks/Reentrant",
          "java/util/concurrent/locks/StampedLock");

  @Test
  void classes_ofTheDataLayer_takeNothingFromTheMachine() throws IOException, URISyntaxException {
    URI main = StoreRuntime.class.getProtectionDomain().getCodeSource().getLocation().toURI();
    TreeSet<String> found = new TreeSet<>();
    boolean runtimeSeen = false;
    try (Stream<Path> files = Files.walk(Path.of(main))) {
      for (Path file : files.filter(each -> each.toString().endsWith(".class")).toList()) {
        String name = Path.of(main).relativize(file).toString().replace('\\', '/');
        for (String reference : references(file)) {
          if (OnlyRuntimeTest.isOfTheMachine(reference)) {
            if (name.startsWith(RUNTIME)) {
              runtimeSeen = true;
            } else {
              found.add(name + " uses " + reference);
            }
          }
        }
      }
    }
    assertThat(found).as("take it from StoreRuntime instead").isEmpty();
    assertThat(runtimeSeen).as("the runtime itself is found out").isTrue();
  }

  private static boolean isOfTheMachine(String reference) {
    Predicate<String> within =
        name -> reference.startsWith(name) && !reference.startsWith("java/util/random/");
    return METHODS.contains(reference)
        || (!ADMITTED.contains(reference) && CLASSES.stream().anyMatch(within));
  }

  /** Returns the methods that a class refers to, as {@code owner.name}. */
  private static List<String> references(Path file) throws IOException {
    try (InputStream bytes = Files.newInputStream(file);
        DataInputStream in = new DataInputStream(bytes)) {
      in.skipNBytes(8);
      int size = in.readUnsignedShort();
      String[] texts = new String[size];
      int[] first = new int[size];
      int[] second = new int[size];
      List<Integer> methods = new ArrayList<>();
      for (int index = 1; index < size; index++) {
        int tag = in.readUnsignedByte();
        switch (tag) {
          case 1 -> texts[index] = in.readUTF();
          case 3, 4 -> in.skipNBytes(4);
          case 5, 6 -> {
            in.skipNBytes(8);
            index++;
          }
          case 7, 8, 16, 19, 20 -> first[index] = in.readUnsignedShort();
          case 15 -> in.skipNBytes(3);
          default -> {
            first[index] = in.readUnsignedShort();
            second[index] = in.readUnsignedShort();
            if (tag == 10 || tag == 11) {
              methods.add(index);
            }
          }
        }
      }
      return methods.stream()
          .map(index -> texts[first[first[index]]] + "." + texts[first[second[index]]])
          .toList();
    }
  }
}
