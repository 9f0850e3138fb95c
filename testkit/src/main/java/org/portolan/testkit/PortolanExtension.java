package org.portolan.testkit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ClassTemplateInvocationContext;
import org.junit.jupiter.api.extension.ClassTemplateInvocationContextProvider;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** Runs a class with {@link PortolanTest} once for each engine. */
final class PortolanExtension implements ClassTemplateInvocationContextProvider {
  static final String ENGINES = "portolan.test.engines";
  static final String URIS = "portolan.test.uris";

  @Override
  public boolean supportsClassTemplate(ExtensionContext context) {
    return AnnotationSupport.isAnnotated(context.getRequiredTestClass(), PortolanTest.class);
  }

  @Override
  public Stream<? extends ClassTemplateInvocationContext> provideClassTemplateInvocationContexts(
      ExtensionContext context) {
    PortolanTest test =
        AnnotationSupport.findAnnotation(context.getRequiredTestClass(), PortolanTest.class)
            .orElseThrow();
    return platforms(test, context).stream()
        .map(
            platform ->
                new ClassTemplateInvocationContext() {
                  @Override
                  public String getDisplayName(int invocationIndex) {
                    return platform.name();
                  }

                  @Override
                  public List<Extension> getAdditionalExtensions() {
                    return List.of(new StoreOfTest(platform, test.design()));
                  }
                });
  }

  private static List<Platform> platforms(PortolanTest test, ExtensionContext context) {
    List<Platform> platforms = new ArrayList<>();
    Arrays.stream(test.engines()).map(Platform.InMemory::new).forEach(platforms::add);
    Set<Kind> requested = EnumSet.noneOf(Kind.class);
    words(context, ENGINES, ",").map(Kind::of).forEach(requested::add);
    requested.stream().map(Platform.OnServers::new).forEach(platforms::add);
    words(context, URIS, "\\s+").map(Platform.AtUri::new).forEach(platforms::add);
    Arrays.stream(test.servers())
        .filter(kind -> !requested.contains(kind))
        .map(Platform.NotRequested::new)
        .forEach(platforms::add);
    return platforms;
  }

  /** Returns the words of a system property, or of a configuration parameter of JUnit. */
  private static Stream<String> words(ExtensionContext context, String name, String separator) {
    return Arrays.stream(context.getConfigurationParameter(name).orElse("").split(separator))
        .map(String::strip)
        .filter(word -> !word.isEmpty());
  }
}
