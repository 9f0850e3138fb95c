package org.portolan.testkit;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.portolan.data.StoreTransaction;
import org.portolan.engine.ConflictException;
import org.portolan.testkit.RecordedTransaction.Step;

/**
 * The function of one write, which conflicts after its first run and is compared with it in its
 * second. Used by one thread.
 */
final class RepeatedWork<T> implements Function<StoreTransaction, T> {
  private final Function<StoreTransaction, T> work;
  private List<Step> first;

  RepeatedWork(Function<StoreTransaction, T> work) {
    this.work = work;
  }

  @Override
  public T apply(StoreTransaction transaction) {
    RecordedTransaction recorded = new RecordedTransaction(transaction);
    if (first == null) {
      T unused = work.apply(recorded);
      first = recorded.steps();
      throw new ConflictException(Set.of());
    }
    T result = work.apply(recorded);
    requireSame(first, recorded.steps());
    return result;
  }

  private static void requireSame(List<Step> before, List<Step> after) {
    for (int index = 0; index < Math.max(before.size(), after.size()); index++) {
      if (index == before.size() || index == after.size()) {
        throw difference(
            index < before.size() ? before.get(index) : "nothing more",
            index < after.size() ? after.get(index) : "nothing more");
      }
      Step one = before.get(index);
      Step other = after.get(index);
      if (!sameRequest(one, other)) {
        throw difference(one, other);
      }
      if (!Objects.equals(one.answer(), other.answer())) {
        // Others have written in between, so the function may go on in another way.
        return;
      }
    }
  }

  private static AssertionError difference(Object one, Object other) {
    return new AssertionError(
        "the function of a write is not repeatable: first it made ["
            + one
            + "], and when it ran again on the same rows it made ["
            + other
            + "]; nothing was changed; draw ids and count outside of the write, and change nothing"
            + " but the transaction within it");
  }

  private static boolean sameRequest(Step one, Step other) {
    return one.act().equals(other.act())
        && one.subject().equals(other.subject())
        && one.key().equals(other.key())
        && sameValue(one.values(), other.values());
  }

  private static boolean sameValue(Object one, Object other) {
    if (one instanceof Instant && other instanceof Instant) {
      return true;
    }
    if (one instanceof Map<?, ?> values && other instanceof Map<?, ?> others) {
      return values.keySet().equals(others.keySet())
          && values.keySet().stream()
              .allMatch(name -> sameValue(values.get(name), others.get(name)));
    }
    if (one instanceof byte[] bytes && other instanceof byte[] others) {
      return Arrays.equals(bytes, others);
    }
    return Objects.equals(one, other);
  }
}
