package org.spamwatch.simulator.cli;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** In which range the number of an option has to be, or each number of one that has several. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
@interface Range {
  /** The least. */
  double least();

  /** The most. */
  double most() default Double.POSITIVE_INFINITY;

  /** Whether the least is not in it itself. */
  boolean aboveLeast() default false;

  /** Whether the most is not in it itself. */
  boolean belowMost() default false;
}
