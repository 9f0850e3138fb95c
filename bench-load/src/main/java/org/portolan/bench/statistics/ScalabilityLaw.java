package org.portolan.bench.statistics;

import java.util.Arrays;

/**
 * The universal scalability law of throughput: {@code X(N) = rate N / (1 + contention (N - 1) +
 * crosstalk N (N - 1))} (Gunther, Guerrilla Capacity Planning, 2007, chapter 4). With no contention
 * and no crosstalk, throughput grows as the number does; contention bounds it (Amdahl), and with
 * crosstalk it falls beyond a number.
 *
 * @param rate the throughput of one
 * @param contention the share of the work that waits for others, at least 0
 * @param crosstalk the share of the work by which each pair delays each other, at least 0
 */
public record ScalabilityLaw(double rate, double contention, double crosstalk) {

  /** With fewer numbers, three unknowns would fit anything. */
  public static final int NUMBERS_MIN = 4;

  /**
   * Fits the law by least squares of {@code N / X(N)}, which is linear in the unknowns: {@code a +
   * b (N - 1) + c N (N - 1)}. A coefficient that would be negative is left out.
   *
   * @param numbers at least {@link #NUMBERS_MIN} different ones, each at least 1
   * @param throughputs measured with them, positive
   * @throws IllegalArgumentException if there are too few numbers, or they do not fit together
   */
  public static ScalabilityLaw fit(double[] numbers, double... throughputs) {
    if (numbers.length != throughputs.length
        || Arrays.stream(numbers).distinct().count() < NUMBERS_MIN) {
      throw new IllegalArgumentException(
          "a law of scalability needs throughputs of at least "
              + NUMBERS_MIN
              + " numbers, not of "
              + Arrays.toString(numbers));
    }
    ScalabilityLaw best = null;
    double least = Double.POSITIVE_INFINITY;
    for (boolean[] used :
        new boolean[][] {{true, true}, {true, false}, {false, true}, {false, false}}) {
      double[] found = solve(numbers, throughputs, used[0], used[1]);
      if (!(found[0] > 0) || found[1] < 0 || found[2] < 0) {
        continue;
      }
      ScalabilityLaw law =
          new ScalabilityLaw(1 / found[0], found[1] / found[0], found[2] / found[0]);
      double error = law.error(numbers, throughputs);
      if (error < least) {
        best = law;
        least = error;
      }
    }
    if (best == null) {
      throw new IllegalArgumentException("the throughputs fit no law of scalability");
    }
    return best;
  }

  /** Returns the throughput with a number. */
  public double throughput(double number) {
    return rate * number / (1 + contention * (number - 1) + crosstalk * number * (number - 1));
  }

  /** Returns the number with the highest throughput; infinity if it always grows. */
  public double peak() {
    return crosstalk == 0
        ? Double.POSITIVE_INFINITY
        : Math.max(1, Math.sqrt(Math.max(0, 1 - contention) / crosstalk));
  }

  /** Returns the square of the relative errors, summed up. */
  private double error(double[] numbers, double... throughputs) {
    double sum = 0;
    for (int place = 0; place < numbers.length; place++) {
      double relative = throughput(numbers[place]) / throughputs[place] - 1;
      sum += relative * relative;
    }
    return sum;
  }

  /** Solves the normal equations, each point weighted so that relative errors count. */
  private static double[] solve(
      double[] numbers, double[] throughputs, boolean contends, boolean crosses) {
    double[][] matrix = new double[3][4];
    for (int place = 0; place < numbers.length; place++) {
      double number = numbers[place];
      double wanted = number / throughputs[place];
      double[] terms = {
        1, contends ? number - 1 : 0, crosses ? number * (number - 1) : 0,
      };
      double weight = 1 / (wanted * wanted);
      for (int row = 0; row < 3; row++) {
        for (int column = 0; column < 3; column++) {
          matrix[row][column] += weight * terms[row] * terms[column];
        }
        matrix[row][3] += weight * terms[row] * wanted;
      }
    }
    matrix[1][1] += contends ? 0 : 1;
    matrix[2][2] += crosses ? 0 : 1;
    return solved(matrix);
  }

  /** Returns the solution of three equations by Gauss's elimination with pivots. */
  private static double[] solved(double[][] matrix) {
    int size = matrix.length;
    for (int pivot = 0; pivot < size; pivot++) {
      int largest = pivot;
      for (int row = pivot + 1; row < size; row++) {
        if (Math.abs(matrix[row][pivot]) > Math.abs(matrix[largest][pivot])) {
          largest = row;
        }
      }
      double[] swapped = matrix[pivot];
      matrix[pivot] = matrix[largest];
      matrix[largest] = swapped;
      for (int row = 0; row < size; row++) {
        if (row != pivot && matrix[pivot][pivot] != 0) {
          double factor = matrix[row][pivot] / matrix[pivot][pivot];
          for (int column = pivot; column <= size; column++) {
            matrix[row][column] -= factor * matrix[pivot][column];
          }
        }
      }
    }
    double[] solution = new double[size];
    for (int row = 0; row < size; row++) {
      solution[row] = matrix[row][row] == 0 ? Double.NaN : matrix[row][size] / matrix[row][row];
    }
    return solution;
  }
}
