package org.portolan.data.records;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The column of a component that cannot have its name, such as {@code class}, or should have
 * another.
 */
@Target(ElementType.RECORD_COMPONENT)
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface ColumnName {

  /** The name of the key column or column in the design. */
  String value();
}
