package org.portolan.bench.hostile.attack;

import com.google.errorprone.annotations.Immutable;
import java.io.IOException;

/** One act of a hostile client; it counts what it got itself, except for exceptions. */
@Immutable
@FunctionalInterface
interface Attack {
  void act(Attacker attacker) throws IOException, InterruptedException;
}
