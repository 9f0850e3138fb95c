package org.portolan.engine.cassandra;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Where the replicas of a keyspace's rows are.
 *
 * @param byDataCentre the number of replicas in each data centre that has any; under one empty name
 *     if the strategy ignores data centres
 * @param dataCentres how many data centres may have replicas
 */
record Replication(Map<String, Integer> byDataCentre, int dataCentres) {
  private static final String ANYWHERE = "";

  /**
   * Reads the {@code replication} of a keyspace.
   *
   * @param known the data centres of the cluster's servers
   */
  static Replication of(Map<String, String> options, Set<String> known) {
    if (options.getOrDefault("class", "").endsWith("SimpleStrategy")) {
      return new Replication(
          Map.of(ANYWHERE, count(options.getOrDefault("replication_factor", "0"))),
          Math.max(1, known.size()));
    }
    Map<String, Integer> replicas = new TreeMap<>();
    options.forEach(
        (dataCentre, factor) -> {
          if (!dataCentre.equals("class") && count(factor) > 0) {
            replicas.put(dataCentre, count(factor));
          }
        });
    return new Replication(replicas, replicas.size());
  }

  /** The number after a slash is that of transient replicas; they keep nothing for long. */
  private static int count(String factor) {
    String number = factor.replaceFirst("/.*", "");
    return number.matches("\\d{1,3}") ? Integer.parseInt(number) : 0;
  }

  int all() {
    return byDataCentre.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** Returns the number of replicas that count for local levels of clients in a data centre. */
  int in(String dataCentre) {
    return byDataCentre.containsKey(ANYWHERE) ? all() : byDataCentre.getOrDefault(dataCentre, 0);
  }

  boolean isOfSeveralDataCentres() {
    return dataCentres > 1;
  }

  /** Returns the replication for people: {@code rf 3 in east, 2 in west}. */
  @Override
  public String toString() {
    if (byDataCentre.isEmpty()) {
      return "no replicas known";
    }
    return "rf "
        + byDataCentre.entrySet().stream()
            .map(
                entry ->
                    entry.getValue()
                        + (entry.getKey().equals(ANYWHERE) ? " anywhere" : " in " + entry.getKey()))
            .collect(Collectors.joining(", "));
  }
}
