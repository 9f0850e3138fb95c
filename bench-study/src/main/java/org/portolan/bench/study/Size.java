package org.portolan.bench.study;

import org.portolan.bench.api.Spelled;

/** How much of a study is run. */
public enum Size implements Spelled {
  /** A few seconds: shows that every step runs, and nothing else. */
  QUICK,
  /** Ten minutes at most on two processors. */
  DEFAULT,
  /** As long, and on as many servers, as the paper. */
  FULL
}
