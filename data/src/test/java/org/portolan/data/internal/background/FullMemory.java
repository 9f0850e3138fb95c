package org.portolan.data.internal.background;

/** Memory ran out, and is still full when somebody looks at this error. */
public final class FullMemory extends OutOfMemoryError {
  private static final long serialVersionUID = 1L;

  @Override
  public String getMessage() {
    throw new OutOfMemoryError("not even a message");
  }

  @Override
  public StackTraceElement[] getStackTrace() {
    throw new OutOfMemoryError("not even a trace");
  }

  @Override
  public String toString() {
    return "full memory";
  }
}
