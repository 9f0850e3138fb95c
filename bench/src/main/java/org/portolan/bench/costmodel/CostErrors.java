package org.portolan.bench.costmodel;

import java.util.List;
import java.util.stream.DoubleStream;
import org.portolan.bench.operations.Act;

/** The errors of some predictions, without their signs. */
record CostErrors(List<OperationCost> operations) {
  CostErrors {
    operations = List.copyOf(operations);
  }

  /** Returns the mean error of the reads or writes, in percent; 0 if there are none. */
  double mean(Act.Kind kind) {
    return errors(kind).average().orElse(0);
  }

  /** Returns the largest error of the reads or writes, in percent; 0 if there are none. */
  double largest(Act.Kind kind) {
    return errors(kind).max().orElse(0);
  }

  private DoubleStream errors(Act.Kind kind) {
    return operations.stream()
        .filter(operation -> operation.kind() == kind)
        .mapToDouble(operation -> Math.abs(operation.errorPercent()));
  }

  /** Returns the operations whose predictions err by more than a third. */
  List<OperationCost> farOff() {
    return operations.stream().filter(OperationCost::isFarOff).toList();
  }
}
