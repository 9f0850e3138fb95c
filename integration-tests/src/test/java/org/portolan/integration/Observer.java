package org.portolan.integration;

/** Receives the outcomes of the writers' calls, in the writers' threads. */
interface Observer {
  /** An edit of this writer was acknowledged. */
  void acknowledged(int writer);

  /** A call failed. */
  void failed(Throwable failure);

  /** A call has returned or failed after this long. */
  void called(long nanoseconds);
}
