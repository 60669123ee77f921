package org.spamwatch.simulator.cli;

import java.lang.reflect.AnnotatedElement;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Optional;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.ColorScheme;
import picocli.CommandLine.Help.IOptionRenderer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The {@link Range}s of options: whether a number is in one, and how it is said. */
final class Ranges {
  private Ranges() {}

  /** That of an option, if it has one. */
  static Optional<Range> of(ArgSpec argument) {
    return argument.userObject() instanceof AnnotatedElement element
        ? Optional.ofNullable(element.getAnnotation(Range.class))
        : Optional.empty();
  }

  static boolean has(Range range, double value) {
    boolean isEnough = range.aboveLeast() ? value > range.least() : value >= range.least();
    return isEnough && (range.belowMost() ? value < range.most() : value <= range.most());
  }

  /** A range in words, such as {@code in 2 to 64}. */
  static String said(Range range) {
    String least = number(range.least());
    if (Double.isInfinite(range.most())) {
      return range.aboveLeast() ? "above " + least : least + " or more";
    }
    String most = number(range.most());
    if (range.aboveLeast()) {
      return range.belowMost()
          ? "between " + least + " and " + most
          : "above " + least + " and up to " + most;
    }
    return range.belowMost()
        ? "from " + least + " to less than " + most
        : "in " + least + " to " + most;
  }

  private static String number(double value) {
    return new BigDecimal(value).stripTrailingZeros().toPlainString();
  }

  /** A help that says what an option is in one paragraph, its range at the end. */
  static Help help(CommandSpec command, ColorScheme scheme) {
    return new Help(command, scheme) {
      @Override
      public IOptionRenderer createDefaultOptionRenderer() {
        IOptionRenderer usual = super.createDefaultOptionRenderer();
        return (option, labels, colours) -> {
          String said = String.join(" ", option.description()) + mustBe(option);
          boolean isLine = Arrays.equals(new String[] {said}, option.description());
          return usual.render(isLine ? option : described(option, said), labels, colours);
        };
      }
    };
  }

  private static OptionSpec described(OptionSpec option, String said) {
    return OptionSpec.builder(option).description(said.replace("%", "%%")).build();
  }

  /** A sentence with the range of an option, behind others; empty if it has none. */
  static String mustBe(ArgSpec argument) {
    return of(argument).map(range -> " Must be " + said(range) + ".").orElse("");
  }
}
