package org.portolan.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class BoundariesTest {
  private static final JavaClasses CODE =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .withImportOption(location -> !location.contains("-tests.jar"))
          .importPackages("org.portolan");

  /** The test kit, which is on no class path of the product, and so not on this one. */
  private static final JavaClasses TEST_KIT =
      new ClassFileImporter().importPath(Path.of("..", "engine-testkit", "target", "classes"));

  /** The test kit of applications, which is on no class path of the product either. */
  private static final JavaClasses APPLICATIONS_TEST_KIT =
      new ClassFileImporter().importPath(Path.of("..", "testkit", "target", "classes"));

  /** Classes that each break one boundary. */
  private static final JavaClasses PLANTED =
      new ClassFileImporter().importPackages("org.portolan.planted");

  static Stream<Arguments> boundaries() {
    return Stream.of(
        rule("internals of data", all -> all.internalsOf("data"), "Secret"),
        rule("the wiki and engines", Boundaries::wikiKnowsNoEngine, "Adapter"),
        rule("the data layer and engines", Boundaries::dataKnowsNoEngine, "Adapter"),
        rule("engines", Boundaries::enginesAreApart, "OtherAdapter"),
        rule("the product and the test kit", Boundaries::productKnowsNoTestKit, "Demo"),
        rule(
            "the product and the test kit of applications",
            Boundaries::productKnowsNoTestKit,
            "Trial"),
        rule("packages of data", all -> all.packagesHaveNoCycles("data"), "Left"),
        rule("measuring", Boundaries::measuringHasNoCycles, "Cycle detected"));
  }

  private static Arguments rule(
      String name, Function<Boundaries, ArchRule> boundary, String violation) {
    return Arguments.of(name, boundary, violation);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("boundaries")
  void code_keepsEachBoundary(String name, Function<Boundaries, ArchRule> boundary, String any) {
    boundary.apply(new Boundaries("org.portolan")).check(CODE);
  }

  @Test
  void internalsOfTheCluster_areItsOwn() {
    new Boundaries("org.portolan").internalsOf("cluster").check(CODE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "design",
        "advisor",
        "rehearsal",
        "engine",
        "cluster",
        "migrate",
        "wikitext",
        "wiki",
        "cli"
      })
  void packagesOfAModule_haveNoCycles(String module) {
    new Boundaries("org.portolan").packagesHaveNoCycles(module).check(CODE);
  }

  @Test
  void packagesOfTheTestKit_haveNoCycles() {
    new Boundaries("org.portolan").packagesHaveNoCycles("engine").check(TEST_KIT);
  }

  @Test
  void testKit_knowsOnlyTheInterface() {
    new Boundaries("org.portolan").testKitKnowsOnlyTheInterface().check(TEST_KIT);
    ArchRule rule = new Boundaries("org.portolan.planted").testKitKnowsOnlyTheInterface();
    assertThatThrownBy(() -> rule.check(PLANTED))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("planted.engine.fixture.Cluster");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("boundaries")
  void plantedViolation_isFound(
      String name, Function<Boundaries, ArchRule> boundary, String violation) {
    ArchRule rule = boundary.apply(new Boundaries("org.portolan.planted"));
    assertThatThrownBy(() -> rule.check(PLANTED))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(violation);
  }

  @ParameterizedTest
  @ValueSource(strings = {"data", "cluster"})
  void testKitOfApplications_usesNoInternals(String module) {
    new Boundaries("org.portolan").internalsOf(module).check(APPLICATIONS_TEST_KIT);
  }

  @Test
  void modulesUseOneAnother_onlyAlongTheArrowsOfTheTable() {
    modules().isKept().check(CODE);
    modules().isKept().check(TEST_KIT);
    modules().isKept().check(APPLICATIONS_TEST_KIT);
  }

  @ParameterizedTest
  @CsvSource({"engine, types", "wiki, data", "bench-load, cluster", "data, design", "cli, wiki"})
  void arrowThatTheTableLacks_isReported(String module, String target) {
    ArchRule rule = modules().withoutArrowsTo(target, module).isKept();
    assertThatThrownBy(() -> rule.check(CODE))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(module + " -> " + target + ": ");
  }

  @Test
  void arrowsOfTheTable_haveNoCycle() {
    ModuleTable modules = modules();
    modules
        .arrows()
        .forEach(
            (module, targets) ->
                assertThat(targets)
                    .filteredOn(target -> !target.equals(module))
                    .allSatisfy(
                        target -> assertThat(modules.reach(target)).doesNotContain(module)));
  }

  @Test
  void everyModuleOfTheTable_isLookedAt() {
    Set<String> withoutMainCode = Set.of("integration-tests", "long-tests", "ycsb-comparison");
    Set<String> startedByTests = Set.of("engine-testkit", "engine-cassandra-server", "testkit");
    assertThat(CODE)
        .extracting(ModuleTable::module)
        .containsAll(
            modules().arrows().keySet().stream()
                .filter(module -> !withoutMainCode.contains(module))
                .filter(module -> !startedByTests.contains(module))
                .toList())
        .doesNotContain("");
  }

  private static ModuleTable modules() {
    try {
      return ModuleTable.of(Files.readString(Path.of("..", "ARCHITECTURE.md")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
