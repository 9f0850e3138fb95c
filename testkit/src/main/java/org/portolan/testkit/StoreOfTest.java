package org.portolan.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeClassTemplateInvocationCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.LifecycleMethodExecutionExceptionHandler;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.portolan.data.Store;
import org.portolan.design.Design;
import org.portolan.design.DesignReader;

/**
 * Gives each test of a class on one platform its store, removes it afterwards, and names the
 * platform in failures.
 */
final class StoreOfTest
    implements BeforeClassTemplateInvocationCallback,
        ParameterResolver,
        AfterEachCallback,
        TestExecutionExceptionHandler,
        LifecycleMethodExecutionExceptionHandler {
  private static final Namespace NAMESPACE = Namespace.create(StoreOfTest.class);

  private static final Map<Class<?>, Function<Opened, Object>> PARAMETERS =
      Map.of(
          Store.class, Opened::store,
          TestStore.class, Opened::store,
          TestCluster.class, Opened::cluster,
          Kind.class, opened -> opened.cluster().kind(),
          Design.class, Opened::design);

  private final Platform platform;
  private final String resource;

  /** The objects of one test. */
  private record Opened(Design design, TestCluster cluster, TestStore store) {}

  StoreOfTest(Platform platform, String resource) {
    this.platform = platform;
    this.resource = resource;
  }

  @Override
  public void beforeClassTemplateInvocation(ExtensionContext context) {
    platform.prepare(context);
  }

  /** A constructor and {@code @BeforeAll} belong to no test, so they get no store. */
  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    Executable executable = parameter.getDeclaringExecutable();
    return executable instanceof Method
        && context.getTestMethod().isPresent()
        && PARAMETERS.containsKey(parameter.getParameter().getType());
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    Opened opened =
        context
            .getStore(NAMESPACE)
            .getOrComputeIfAbsent("opened", any -> open(context), Opened.class);
    return PARAMETERS.get(parameter.getParameter().getType()).apply(opened);
  }

  private Opened open(ExtensionContext context) {
    Design design = design(context.getRequiredTestClass());
    TestCluster cluster = platform.cluster(context);
    try {
      return new Opened(design, cluster, cluster.open(design));
    } catch (RuntimeException | Error e) {
      cluster.close();
      throw e;
    }
  }

  private Design design(Class<?> test) {
    try (InputStream file = test.getResourceAsStream("/" + resource)) {
      if (file == null) {
        throw new IllegalArgumentException(
            "cannot open the store of "
                + test.getName()
                + ": its design '"
                + resource
                + "' is not on the class path; name a file of src/main/resources or"
                + " src/test/resources");
      }
      return DesignReader.read(new String(file.readAllBytes(), StandardCharsets.UTF_8), resource);
    } catch (IOException e) {
      throw new UncheckedIOException("could not read the design '" + resource + "'", e);
    }
  }

  @Override
  public void handleTestExecutionException(ExtensionContext context, Throwable failure)
      throws Throwable {
    throw NamedFailure.of(platform.name(), failure);
  }

  @Override
  public void handleBeforeEachMethodExecutionException(ExtensionContext context, Throwable failure)
      throws Throwable {
    throw NamedFailure.of(platform.name(), failure);
  }

  @Override
  public void handleAfterEachMethodExecutionException(ExtensionContext context, Throwable failure)
      throws Throwable {
    throw NamedFailure.of(platform.name(), failure);
  }

  @Override
  public void afterEach(ExtensionContext context) {
    Opened opened = context.getStore(NAMESPACE).remove("opened", Opened.class);
    if (opened == null) {
      return;
    }
    if (context.getExecutionException().isPresent() && opened.cluster().seed() != 0) {
      System.out.println(
          context.getRequiredTestMethod().getName()
              + " failed on the "
              + opened.cluster()
              + "; repeat it with -D"
              + TestCluster.SEED_PROPERTY
              + "="
              + opened.cluster().seed());
    }
    opened.cluster().close();
  }
}
