package org.spamwatch.agent.api;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** How many elements a list has that a client sends. Checked when it is read. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
@interface Count {
  /** The fewest. */
  int least() default 1;

  /** The most. */
  int most();
}
