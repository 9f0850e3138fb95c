package org.portolan.bench.study;

import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.portolan.cluster.ClusterEngine;

/**
 * An experiment as a file of steps: what is run, with which variables, what the paper says, and
 * what cannot be shown. Immutable.
 *
 * @param name on the command line
 * @param title of its page
 * @param paper author, title, place and year; the parts of it that are repeated
 * @param question what it answers, one sentence
 * @param sizes the values of all variables, by size
 * @param needs the variables that only the user can give, and what each of them is
 * @param clusters by their names in the steps
 * @param limits what it cannot show on a small machine, and how to see it elsewhere
 */
public record Study(
    String name,
    String title,
    String paper,
    String question,
    Map<Size, Map<String, List<String>>> sizes,
    Map<String, String> needs,
    Map<String, Servers> clusters,
    List<Step> steps,
    List<Claim> claims,
    List<Picture> charts,
    List<Fit> fits,
    List<Prediction> predictions,
    List<String> limits) {
  /** The variable that tells how often each cell is measured. */
  static final String ROUNDS = "rounds";

  static final String SEARCH_ROUNDS = "search-rounds";
  static final String UNMEASURED = "unmeasured";

  /**
   * A cluster that a study starts and stops, or one that runs already.
   *
   * @param engine empty for a cluster that runs already, as the texts up to {@code query}
   * @param nodes a number or a variable
   * @param replication of HBase: the copies of each block, a number or a variable; empty for the
   *     usual number
   * @param heap of each server, as {@code --server-heap}; empty for the usual one
   * @param distance of Cassandra: between its nodes, a time as {@code --distance} or a variable;
   *     empty for none
   * @param query parameters that the URI of a store gets, like {@code rf=$copies&read=$level};
   *     empty for the usual ones
   * @param uri of a store on a cluster that runs already, or of a database; it may name variables.
   *     Each cell gets its own store, whose name begins with the name in this URI; a database is
   *     used as it is. Empty for a cluster that the study starts
   */
  public record Servers(
      Optional<ClusterEngine> engine,
      String nodes,
      String replication,
      String heap,
      String distance,
      String query,
      String uri) {}

  /**
   * A chart of one figure.
   *
   * @param figure step and figure
   * @param over the variable of the horizontal axis, whose values are numbers; or {@code @} and
   *     what is passed, for the course of a figure that a benchmark tells as {@code p95@2000}
   * @param lines the variables that make a line each
   */
  public record Picture(
      String title,
      String figure,
      String over,
      List<String> lines,
      String unit,
      boolean logarithmic) {
    public Picture {
      lines = List.copyOf(lines);
    }

    /** Returns whether each measurement has a course instead of one value. */
    boolean isCourse() {
      return over.startsWith(Figures.AT);
    }

    String overLabel() {
      return isCourse() ? over.substring(Figures.AT.length()) : over;
    }
  }

  /**
   * The universal scalability law, fitted to a throughput.
   *
   * @param figure step and figure
   * @param over the variable with the number of servers or clients
   * @param of the cells, by their values
   * @param predict the numbers for which it predicts
   */
  public record Fit(
      String name, String figure, String over, Map<String, String> of, List<Double> predict) {
    public Fit {
      of = Map.copyOf(of);
      predict = List.copyOf(predict);
    }
  }

  public Study {
    sizes = Map.copyOf(sizes);
    needs = Collections.unmodifiableMap(new TreeMap<>(needs));
    clusters = Map.copyOf(clusters);
    steps = List.copyOf(steps);
    claims = List.copyOf(claims);
    charts = List.copyOf(charts);
    fits = List.copyOf(fits);
    predictions = List.copyOf(predictions);
    limits = List.copyOf(limits);
  }

  /**
   * Returns the study with other values of some variables, in all sizes. A claim may then be about
   * cells that it has no more: it is not measured.
   *
   * @throws IllegalArgumentException if it has no such variable, or the values do not fit
   */
  public Study with(Map<String, List<String>> given) {
    Map<Size, Map<String, List<String>>> changed = new EnumMap<>(Size.class);
    sizes.forEach(
        (size, values) -> {
          Map<String, List<String>> all = new LinkedHashMap<>(values);
          all.putAll(given);
          changed.put(size, all);
        });
    for (String name : given.keySet()) {
      if (!needs.containsKey(name)
          && sizes.values().stream().noneMatch(of -> of.containsKey(name))) {
        Set<String> known = new TreeSet<>(needs.keySet());
        sizes.values().forEach(of -> known.addAll(of.keySet()));
        throw new IllegalArgumentException(
            "study '" + this.name + "' has no variable '" + name + "'; it has " + known);
      }
    }
    Study study =
        new Study(
            name,
            title,
            paper,
            question,
            changed,
            needs,
            clusters,
            steps,
            claims,
            charts,
            fits,
            predictions,
            limits);
    StudyCheck.requireRunnable(study);
    return study;
  }

  /** Returns the variables of {@link #needs} that have no value. */
  public Set<String> missing() {
    return needs.keySet().stream()
        .filter(variable -> !sizes.get(Size.DEFAULT).containsKey(variable))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Returns the values of all variables in a size. */
  public Map<String, List<String>> values(Size size) {
    return sizes.get(size);
  }

  /** Returns the variables that have one value in a size. */
  Map<String, String> scalars(Size size) {
    Map<String, String> scalars = new LinkedHashMap<>();
    values(size)
        .forEach(
            (name, list) -> {
              if (list.size() == 1) {
                scalars.put(name, list.get(0));
              }
            });
    return scalars;
  }

  /** Returns how often each cell is measured, if it is no search. */
  public int rounds(Size size) {
    return number(size, ROUNDS, 1);
  }

  /**
   * Returns how often each cell of a step is measured: as the step says. A search measures until it
   * is sure of its limit, so one is enough, unless {@code search-rounds} asks for more.
   */
  int rounds(Size size, Step step) {
    return step.rounds()
        .orElseGet(
            () -> step.kind() == Step.Kind.SEARCH ? number(size, SEARCH_ROUNDS, 1) : rounds(size));
  }

  /**
   * Returns how many rounds of loads are run before those that count, so that servers and clients
   * are warm. Searches and benchmarks warm up themselves.
   */
  int unmeasured(Size size) {
    return number(size, UNMEASURED, 0);
  }

  private int number(Size size, String variable, int usual) {
    List<String> given = values(size).getOrDefault(variable, List.of(Integer.toString(usual)));
    return Integer.parseInt(given.get(0));
  }

  /** Returns a step by its name. */
  public Optional<Step> step(String step) {
    return steps.stream().filter(one -> one.name().equals(step)).findFirst();
  }

  /** Returns the number of measurements of a size, with those that do not count. */
  public int measurements(Size size) {
    return steps.stream()
        .mapToInt(
            step ->
                step.cells(values(size)).size()
                    * (rounds(size, step) + (step.kind() == Step.Kind.RUN ? unmeasured(size) : 0)))
        .sum();
  }
}
