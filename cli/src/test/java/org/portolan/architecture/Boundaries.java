package org.portolan.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.lang.ArchRule;

/**
 * The boundaries that Maven does not keep: what a module may use of another that is on its class
 * path, and what packages of one module may use of each other.
 *
 * @param root the package that holds the modules
 */
record Boundaries(String root) {

  /** What lies in a package {@code internal} of a module is for that module alone. */
  ArchRule internalsOf(String module) {
    return noClasses()
        .that()
        .resideOutsideOfPackage(root + "." + module + "..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(root + "." + module + ".internal..");
  }

  /** The wiki sees entities and indexes: that is why its data models answer alike. */
  ArchRule wikiKnowsNoEngine() {
    return noClasses()
        .that()
        .resideInAPackage(root + ".wiki..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(engines());
  }

  /** The data layer sees the interface of engines. */
  ArchRule dataKnowsNoEngine() {
    return noClasses()
        .that()
        .resideInAPackage(root + ".data..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(engines());
  }

  /** Adapters share what is in {@code engine.adapter}, nothing of each other. */
  ArchRule enginesAreApart() {
    return slices()
        .matching(root + ".engine.(hbase|cassandra|ignite|rocksdb)..")
        .should()
        .notDependOnEachOther();
  }

  /** What measures is layered, from the load generator to the list of benchmarks. */
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

  private String[] engines() {
    return new String[] {
      root + ".engine.hbase..",
      root + ".engine.cassandra..",
      root + ".engine.ignite..",
      root + ".engine.rocksdb.."
    };
  }
}
