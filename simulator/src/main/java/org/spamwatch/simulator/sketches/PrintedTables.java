package org.spamwatch.simulator.sketches;

import com.google.common.base.Splitter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What Tables III to X of Yan and Cho print, of experiments 1 to 8. */
public final class PrintedTables {
  private static final List<String> NUMERALS =
      List.of("III", "IV", "V", "VI", "VII", "VIII", "IX", "X");

  /** The rounds of which means and standard deviations are. */
  public static final int ROUNDS = 1_000;

  private static final String REFINED = "refined";

  private static final Splitter LINES = Splitter.on('\n');
  private static final Splitter WORDS = Splitter.on(' ');

  private static final int[] HASHES = {4, 6, 8};

  /**
   * Experiment, what, thousands of cells; then for k = 4, 6 and 8 mean and standard deviation, or
   * the reduction rate. Of experiments 2, 3 and 5 the intuitive filter's are those of 1 and 4.
   */
  private static final String PRINTED =
      """
      1 intuitive 80 2.390E-2 1.556E-3 2.154E-2 1.485E-3 2.548E-2 1.559E-3
      1 intuitive 160 2.372E-3 5.013E-4 9.446E-4 2.961E-4 5.686E-4 2.375E-4
      1 intuitive 320 1.860E-4 1.381E-4 2.570E-5 5.089E-5 4.500E-6 2.073E-5
      1 refined 80 5.840E-3 7.786E-4 4.167E-3 6.633E-4 4.316E-3 6.430E-4
      1 refined 160 5.107E-4 2.323E-4 1.591E-4 1.250E-4 7.720E-5 8.637E-5
      1 refined 320 3.450E-5 5.692E-5 3.100E-6 1.733E-5 3.000E-7 5.469E-6
      1 reduction 80 4.094 5.170 5.903
      1 reduction 160 4.645 5.937 7.365
      1 reduction 320 5.391 8.290 15.000
      2 refined 80 5.612E-3 7.312E-4 4.069E-3 6.433E-4 4.213E-3 6.214E-4
      2 refined 160 5.068E-4 2.295E-4 1.587E-4 1.243E-4 7.710E-5 8.629E-5
      2 refined 320 3.450E-5 5.692E-5 3.100E-6 1.733E-5 3.000E-7 5.469E-6
      2 reduction 80 4.259 5.294 6.046
      2 reduction 160 4.681 5.952 7.375
      2 reduction 320 5.391 8.290 15.000
      3 refined 80 1.875E-2 1.392E-3 1.538E-2 1.266E-3 1.707E-2 1.292E-3
      3 refined 160 1.789E-3 4.265E-4 6.278E-4 2.378E-4 3.482E-4 1.871E-4
      3 refined 320 1.350E-4 1.160E-4 1.630E-5 4.080E-5 2.700E-6 1.621E-5
      3 reduction 80 1.275 1.401 1.493
      3 reduction 160 1.326 1.505 1.633
      3 reduction 320 1.378 1.577 1.667
      4 intuitive 80 2.019E-2 1.734E-3 1.723E-2 1.554E-3 1.964E-2 1.608E-3
      4 intuitive 160 1.955E-3 5.295E-4 7.178E-4 2.990E-4 4.059E-4 2.440E-4
      4 intuitive 320 1.530E-4 1.426E-4 1.733E-5 4.976E-5 2.662E-6 1.838E-5
      4 refined 80 5.381E-3 7.781E-4 3.231E-3 5.685E-4 2.929E-3 5.193E-4
      4 refined 160 4.491E-4 2.140E-4 1.096E-4 9.725E-5 4.738E-5 6.371E-5
      4 refined 320 3.179E-5 5.712E-5 1.611E-6 1.268E-5 1.501E-7 3.049E-6
      4 reduction 80 3.753 5.331 6.706
      4 reduction 160 4.352 6.550 8.567
      4 reduction 320 4.813 10.752 17.733
      5 refined 80 5.982E-3 8.812E-4 3.952E-3 7.073E-4 3.810E-3 6.532E-4
      5 refined 160 5.211E-4 2.511E-4 1.446E-4 1.266E-4 6.395E-5 8.661E-5
      5 refined 320 3.622E-5 6.495E-5 2.853E-6 1.851E-5 2.402E-7 4.379E-6
      5 reduction 80 3.375 4.359 5.155
      5 reduction 160 3.751 4.964 6.348
      5 reduction 320 4.224 6.074 11.083
      6 intuitive 80 2.394E-2 1.643E-3 2.155E-2 1.563E-3 2.546E-2 1.635E-3
      6 intuitive 160 2.374E-3 5.269E-4 9.459E-4 3.145E-4 5.655E-4 2.521E-4
      6 intuitive 320 1.862E-4 1.452E-4 2.608E-5 5.405E-5 4.178E-6 2.013E-5
      6 refined 80 1.086E-2 1.036E-3 7.966E-3 8.512E-4 8.282E-3 8.500E-4
      6 refined 160 9.937E-4 3.134E-4 2.917E-4 1.565E-4 1.536E-4 1.151E-4
      6 refined 320 7.208E-5 8.158E-5 7.613E-6 2.494E-5 9.843E-7 8.584E-6
      6 reduction 80 2.203 2.706 3.075
      6 reduction 160 2.389 3.242 3.681
      6 reduction 320 2.583 3.426 4.245
      7 intuitive 80 2.392E-2 1.576E-3 2.155E-2 1.524E-3 2.549E-2 1.590E-3
      7 intuitive 160 2.373E-3 5.169E-4 9.452E-4 3.002E-4 5.683E-4 2.418E-4
      7 intuitive 320 1.866E-4 1.405E-4 2.555E-5 5.170E-5 4.735E-6 2.216E-5
      7 refined 80 1.365E-2 1.174E-3 1.038E-2 1.007E-3 1.109E-2 1.045E-3
      7 refined 160 1.254E-3 3.553E-4 4.058E-4 1.913E-4 2.067E-4 1.361E-4
      7 refined 320 9.578E-5 9.939E-5 1.007E-5 3.038E-5 1.720E-6 1.285E-5
      7 reduction 80 1.752 2.076 2.298
      7 reduction 160 1.892 2.329 2.749
      7 reduction 320 1.949 2.538 2.725
      8 intuitive 80 2.205E-2 1.740E-3 1.946E-2 1.621E-3 2.261E-2 1.741E-3
      8 intuitive 160 2.155E-3 5.596E-4 8.327E-4 3.309E-4 4.810E-4 2.587E-4
      8 intuitive 240 4.903E-4 2.565E-4 1.057E-4 1.217E-4 3.133E-5 6.818E-5
      8 intuitive 320 1.704E-4 1.580E-4 2.136E-5 5.376E-5 3.146E-6 2.048E-5
      8 intuitive 640 1.104E-5 4.113E-5 5.302E-7 8.760E-6 0.000E+0 0.000E+0
      8 refined 80 5.866E-3 8.001E-4 3.586E-3 5.756E-4 3.353E-3 5.255E-4
      8 refined 160 5.153E-4 2.283E-4 1.207E-4 1.050E-4 5.434E-5 6.651E-5
      8 refined 240 1.094E-4 1.038E-4 1.439E-5 3.496E-5 2.302E-6 1.283E-5
      8 refined 320 3.975E-5 6.504E-5 3.332E-6 1.639E-5 3.635E-7 4.467E-6
      8 refined 640 2.585E-6 1.483E-5 6.564E-8 1.305E-6 0.000E+0 0.000E+0
      8 reduction 80 3.759 5.425 6.744
      8 reduction 160 4.183 6.898 8.851
      8 reduction 240 4.481 7.342 13.610
      8 reduction 320 4.286 6.409 8.653
      8 reduction 640 4.270 8.077 -
      """;

  /**
   * What is printed of one extension, with filters of one size and one number of hashes.
   *
   * @param experiment 1 to 8
   * @param filter intuitive or refined
   * @param size m, in cells
   * @param hashes k
   * @param mean of the error
   * @param deviation its standard deviation
   * @param reduction the intuitive extension's mean over the refined one's, of the latter; else,
   *     and where both are 0, {@code -}
   */
  public record Cell(
      int experiment,
      String filter,
      int size,
      int hashes,
      String mean,
      String deviation,
      String reduction) {
    /** Where it stands. */
    public String table() {
      return "Table " + NUMERALS.get(experiment - 1);
    }

    /** Whether it is of the refined extension. */
    public boolean isRefined() {
      return filter.equals(REFINED);
    }
  }

  /** All of them, in the paper's order. */
  public static final List<Cell> ALL = cells();

  private PrintedTables() {}

  private static List<Cell> cells() {
    Map<String, String> reductions = new HashMap<>();
    List<Cell> cells = new ArrayList<>();
    for (String line : LINES.split(PRINTED.strip())) {
      List<String> words = WORDS.splitToList(line);
      if (words.get(1).equals("reduction")) {
        for (int i = 0; i < HASHES.length; i++) {
          reductions.put(words.get(0) + " " + words.get(2) + " " + HASHES[i], words.get(3 + i));
        }
      }
    }
    for (String line : LINES.split(PRINTED.strip())) {
      List<String> words = WORDS.splitToList(line);
      for (int i = 0; i < HASHES.length && !words.get(1).equals("reduction"); i++) {
        cells.add(
            new Cell(
                Integer.parseInt(words.get(0)),
                words.get(1),
                1_000 * Integer.parseInt(words.get(2)), // 80K is 80,000
                HASHES[i],
                words.get(3 + 2 * i),
                words.get(4 + 2 * i),
                words.get(1).equals(REFINED)
                    ? reductions.getOrDefault(
                        words.get(0) + " " + words.get(2) + " " + HASHES[i], "-")
                    : "-"));
      }
    }
    return List.copyOf(cells);
  }
}
