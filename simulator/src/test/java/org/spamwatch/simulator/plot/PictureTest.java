package org.spamwatch.simulator.plot;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.spamwatch.simulator.plot.Plot.Axis;
import org.spamwatch.simulator.plot.Plot.Curve;
import org.spamwatch.simulator.plot.Plot.Panel;
import org.spamwatch.simulator.plot.Plot.Point;
import org.spamwatch.simulator.plot.Plot.Style;

class PictureTest {
  private static final Axis X = new Axis("x", false, 0, 2);

  /** Two axes. */
  private static Plot plot(Style style, Point... points) {
    Axis right = new Axis("right", false, 0, 10);
    List<Curve> curves =
        List.of(
            new Curve("seen", style, 0, List.of(points)),
            new Curve("", Style.BROKEN, 0, true, List.of(new Point(0, 1), new Point(2, 9))));
    Axis y = new Axis("y", false, 0, 1);
    return new Plot("Title & <more>", new Panel("", X, y, Optional.of(right), curves));
  }

  private static String logarithmic(Style style, Point... points) {
    Axis decades = new Axis("y", true, 1e-3, 1);
    List<Curve> curves = List.of(new Curve("seen", style, 0, List.of(points)));
    return svg(new Plot("T", new Panel("", X, decades, Optional.empty(), curves)), "");
  }

  private static String svg(Plot plot, String caption) {
    return new String(new Picture(plot, caption).svg(), StandardCharsets.UTF_8);
  }

  @Test
  void oneDescriptionGivesOnePicture() {
    Plot plot = plot(Style.MARKED, new Point(0, .1, .02), new Point(2, .5));
    String first = svg(plot, "seed 1");
    assertThat(first)
        .contains("Title &amp; &lt;more&gt;</title", "seed 1</desc", "viewBox=\"0 0 992 ");
    assertThat(svg(plot, "seed 1")).isEqualTo(first);
    assertThat(svg(plot, "seed 2")).isNotEqualTo(first);
    assertThat(new Picture(plot, "seed 1").png()).isEqualTo(new Picture(plot, "seed 1").png());
  }

  @Test
  void whatCannotStandOnALogarithmicAxisIsLeftOut() {
    String without = logarithmic(Style.CIRCLES, new Point(1, .1));
    assertThat(logarithmic(Style.CIRCLES, new Point(0, 0), new Point(1, .1))).isEqualTo(without);
    assertThat(logarithmic(Style.CROSSES, new Point(0, 0))).doesNotContain("NaN");
    assertThat(logarithmic(Style.CROSSES, new Point(1, .1, .1))).doesNotContain("NaN");
  }

  @Test
  void aLongCaptionMakesThePictureHigherNotWider() throws IOException {
    Plot plot = plot(Style.LINE, new Point(0, .1), new Point(2, .5));
    BufferedImage small = image(new Picture(plot, "seed 1"));
    BufferedImage large = image(new Picture(plot, "parameter ".repeat(100)));
    assertThat(large.getWidth()).isEqualTo(small.getWidth());
    assertThat(large.getHeight()).isGreaterThan(small.getHeight());
  }

  private static BufferedImage image(Picture picture) throws IOException {
    return ImageIO.read(new ByteArrayInputStream(picture.png()));
  }
}
