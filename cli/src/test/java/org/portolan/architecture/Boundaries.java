package org.portolan.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.lang.ArchRule;

/**
 * The boundaries that neither Maven nor the table of modules states: which parts of a module on its
 * class path another module may use, and which packages of one module may use each other.
 *
 * @param root the package that holds the modules
 */
record Boundaries(String root) {

  /** Only the module itself may use its packages named {@code internal}. */
  ArchRule internalsOf(String module) {
    return noClasses()
        .that()
        .resideOutsideOfPackage(root + "." + module + "..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(root + "." + module + ".internal..");
  }

  /** The wiki sees only entities and indexes: that is why its data models give the same answers. */
  ArchRule wikiKnowsNoEngine() {
    return noClasses()
        .that()
        .resideInAPackage(root + ".wiki..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(engines());
  }

  /** The data layer sees only the interface of engines. */
  ArchRule dataKnowsNoEngine() {
    return noClasses()
        .that()
        .resideInAPackage(root + ".data..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(engines());
  }

  /** Adapters share {@code engine.adapter} and use nothing of each other. */
  ArchRule enginesAreApart() {
    return slices()
        .matching(root + ".engine.(hbase|cassandra|ignite|rocksdb)..")
        .should()
        .notDependOnEachOther();
  }

  /** Only tests use the test kits, so that no user of the product gets JUnit with them. */
  ArchRule productKnowsNoTestKit() {
    return noClasses()
        .that()
        .resideOutsideOfPackages(testKit())
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(testKit())
        .orShould()
        .dependOnClassesThat()
        .resideInAPackage(root + ".testkit..");
  }

  /** The test kit is below every adapter, and knows nothing of the data layer. */
  ArchRule testKitKnowsOnlyTheInterface() {
    return noClasses()
        .that()
        .resideInAnyPackage(testKit())
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(engines())
        .orShould()
        .dependOnClassesThat()
        .resideInAPackage(root + ".data..");
  }

  /** The packages that measure are layered, from the load generator to the list of benchmarks. */
  ArchRule measuringHasNoCycles() {
    return slices().matching(root + ".bench.(**)").should().beFreeOfCycles();
  }

  /**
   * The packages below a module's front have no cycles. The front itself may name the classes that
   * implement it, as {@code Stores} does.
   */
  ArchRule packagesHaveNoCycles(String module) {
    return slices().matching(root + "." + module + ".(**)").should().beFreeOfCycles();
  }

  private String[] testKit() {
    return new String[] {
      root + ".engine.contract..", root + ".engine.fixture..", root + ".engine.simulated.."
    };
  }

  private String[] engines() {
    return new String[] {
      root + ".engine.hbase..",
      root + ".engine.cassandra..",
      root + ".engine.ignite..",
      root + ".engine.rocksdb.."
    };
  }
}
