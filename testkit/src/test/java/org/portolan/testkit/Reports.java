package org.portolan.testkit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * The reports of a run of test classes.
 *
 * @param names the names of everything that was run
 * @param failures the messages of tests and containers that failed
 * @param skipped the messages of tests and containers that were aborted
 * @param succeeded the number of tests that succeeded
 */
record Reports(List<String> names, List<String> failures, List<String> skipped, long succeeded) {

  /** Runs classes, with configuration parameters. */
  static Reports of(Map<String, String> parameters, DiscoverySelector... classes) {
    Listener listener = new Listener();
    try (LauncherSession session = LauncherFactory.openSession()) {
      session
          .getLauncher()
          .execute(
              LauncherDiscoveryRequestBuilder.request()
                  .selectors(classes)
                  .configurationParameters(parameters)
                  .build(),
              listener);
    }
    return new Reports(
        listener.names, listener.failures, listener.skipped, listener.succeeded.size());
  }

  private static final class Listener implements TestExecutionListener {
    private final List<String> names = Collections.synchronizedList(new ArrayList<>());
    private final List<String> failures = Collections.synchronizedList(new ArrayList<>());
    private final List<String> skipped = Collections.synchronizedList(new ArrayList<>());
    private final List<String> succeeded = Collections.synchronizedList(new ArrayList<>());

    @Override
    public void executionStarted(TestIdentifier identifier) {
      names.add(identifier.getDisplayName());
    }

    @Override
    public void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
      String message = result.getThrowable().map(Throwable::toString).orElse("");
      switch (result.getStatus()) {
        case FAILED -> failures.add(message);
        case ABORTED -> skipped.add(message.substring(message.indexOf(": ") + 2));
        case SUCCESSFUL -> {
          if (identifier.isTest()) {
            succeeded.add(identifier.getDisplayName());
          }
        }
      }
    }
  }
}
