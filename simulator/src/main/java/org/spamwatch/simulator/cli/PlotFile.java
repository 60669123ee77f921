package org.spamwatch.simulator.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.spamwatch.simulator.plot.Picture;
import org.spamwatch.simulator.plot.Plot;

/** The file of {@code --plot}: a picture, below it what was run. */
final class PlotFile {
  private static final int COMMIT_DIGITS = 12;

  private final Path path;

  /**
   * A file to be written.
   *
   * @throws ExperimentException 64 if its name is neither that of an SVG nor of a PNG file, 70 if
   *     nothing can be drawn here, 73 if there is no directory for it
   */
  PlotFile(Path path) throws ExperimentException {
    OutputFile.check("--plot", path, List.of(".svg", ".png"));
    this.path = path;
    try {
      Picture.requireFonts();
    } catch (IllegalStateException e) {
      throw new ExperimentException(70, "--plot " + path + ": " + e.getMessage());
    }
  }

  /**
   * Writes it, or replaces it.
   *
   * @throws ExperimentException 73 if it cannot be written
   */
  void write(ObjectNode about, Plot plot) throws ExperimentException {
    Picture picture = new Picture(plot, caption(about));
    boolean isSvg = path.toString().endsWith(".svg");
    OutputFile.write(path, isSvg ? picture.svg() : picture.png());
  }

  private static String caption(ObjectNode about) {
    String commit = about.path("commit").asText();
    boolean isHash = commit.length() > COMMIT_DIGITS && !commit.equals("unknown");
    String digits = isHash ? commit.substring(0, COMMIT_DIGITS) : commit;
    List<String> said = new ArrayList<>();
    said.add("spamwatch-sim " + about.path("experiment").asText());
    said.add("version " + about.path("version").asText());
    said.add("commit " + digits + (isHash && commit.endsWith("-dirty") ? "-dirty" : ""));
    said.add("seed " + about.path("seed").asText());
    about
        .path("parameters")
        .properties()
        .forEach(parameter -> said.add(parameter.getKey() + " " + text(parameter.getValue())));
    return String.join(" \u00b7 ", said);
  }

  private static String text(JsonNode value) {
    return value.asText().replaceAll("[\\[\\]]", ""); // what comes in a list
  }
}
