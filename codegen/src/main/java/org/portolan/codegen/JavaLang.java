package org.portolan.codegen;

import java.util.Set;

/**
 * The public classes of {@code java.lang} in Java 17, which a class of the same name would hide. A
 * list, because those of the running Java would give other names under another version.
 */
final class JavaLang {
  static final Set<String> CLASSES =
      Set.of(
          """
          AbstractMethodError Appendable ArithmeticException ArrayIndexOutOfBoundsException
          ArrayStoreException AssertionError AutoCloseable Boolean BootstrapMethodError Byte
          CharSequence Character Class ClassCastException ClassCircularityError ClassFormatError
          ClassLoader ClassNotFoundException ClassValue CloneNotSupportedException Cloneable
          Comparable Compiler Deprecated Double Enum EnumConstantNotPresentException Error
          Exception ExceptionInInitializerError Float FunctionalInterface IllegalAccessError
          IllegalAccessException IllegalArgumentException IllegalCallerException
          IllegalMonitorStateException IllegalStateException IllegalThreadStateException
          IncompatibleClassChangeError IndexOutOfBoundsException InheritableThreadLocal
          InstantiationError InstantiationException Integer InternalError InterruptedException
          Iterable LayerInstantiationException LinkageError Long Math Module ModuleLayer
          NegativeArraySizeException NoClassDefFoundError NoSuchFieldError NoSuchFieldException
          NoSuchMethodError NoSuchMethodException NullPointerException Number
          NumberFormatException Object OutOfMemoryError Override Package Process ProcessBuilder
          ProcessHandle Readable Record ReflectiveOperationException Runnable Runtime
          RuntimeException RuntimePermission SafeVarargs SecurityException SecurityManager Short
          StackOverflowError StackTraceElement StackWalker StrictMath String StringBuffer
          StringBuilder StringIndexOutOfBoundsException SuppressWarnings System Thread
          ThreadDeath ThreadGroup ThreadLocal Throwable TypeNotPresentException UnknownError
          UnsatisfiedLinkError UnsupportedClassVersionError UnsupportedOperationException
          VerifyError VirtualMachineError Void
          """
              .strip()
              .split("\\s+"));

  private JavaLang() {}
}
