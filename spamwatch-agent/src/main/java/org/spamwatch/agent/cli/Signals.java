package org.spamwatch.agent.cli;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/**
 * Reacts to signals of the operating system. The JDK has no public interface for it; the one it
 * does have, {@code sun.misc.Signal} of the module {@code jdk.unsupported}, is called by
 * reflection, because naming it is a warning that no annotation can silence.
 */
final class Signals {
  private Signals() {}

  /**
   * Runs an action, on a thread of its own, each time a signal arrives, instead of what the JVM
   * does.
   *
   * @param name without SIG, such as {@code HUP}
   * @return whether this JVM can
   */
  static boolean on(String name, Runnable action) {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object reaction =
          Proxy.newProxyInstance(
              Signals.class.getClassLoader(),
              new Class<?>[] {handler},
              (proxy, method, arguments) -> {
                if (method.getName().equals("handle")) {
                  action.run();
                  return null;
                }
                return method.getName().equals("hashCode") ? (Object) 0 : (Object) (proxy == null);
              });
      signal
          .getMethod("handle", signal, handler)
          .invoke(null, signal.getConstructor(String.class).newInstance(name), reaction);
      return true;
    } catch (ClassNotFoundException
        | NoSuchMethodException
        | IllegalAccessException
        | InstantiationException
        | InvocationTargetException e) {
      return false; // -Xrs, or a JVM without the module: the signal keeps its default effect
    }
  }
}
