package org.spamwatch.simulator.plot;

import com.google.common.base.Splitter;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.font.FontRenderContext;
import java.awt.font.TextLayout;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.apache.batik.svggen.SVGGeneratorContext;
import org.apache.batik.svggen.SVGGraphics2D;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/**
 * A plot with its title above and a caption below, as bytes of a file. The same plot and caption
 * give the same bytes, on one machine: text is drawn by its fonts, as outlines, so that a picture
 * looks alike wherever it is seen.
 *
 * @param plot what is to be seen
 * @param caption what led to it, in any length
 */
public record Picture(Plot plot, String caption) {
  private static final int MARGIN = 16;
  private static final int LONE_WIDTH = 960;
  private static final int LONE_HEIGHT = 560;
  private static final int PANEL_WIDTH = 520;
  private static final int PANEL_HEIGHT = 380;
  private static final int PNG_SCALE = 2;
  private static final int LINE = 15;
  private static final Font TITLE = new Font(Font.SANS_SERIF, Font.BOLD, 18);
  private static final Font CAPTION = new Font(Font.SANS_SERIF, Font.PLAIN, 11);
  private static final Color CAPTION_GREY = new Color(90, 90, 90);
  private static final FontRenderContext EXACT = new FontRenderContext(null, true, true);
  private static final String SVG = "http://www.w3.org/2000/svg";

  /**
   * Whether this Java can draw text at all.
   *
   * @throws IllegalStateException if it has no fonts, or no libraries to draw with
   */
  public static void requireFonts() {
    try {
      new TextLayout("text", TITLE, EXACT);
    } catch (RuntimeException | LinkageError | InternalError e) {
      throw new IllegalStateException("this Java finds no fonts (install fontconfig and one)", e);
    }
  }

  /** As an image of twice the resolution of a screen. */
  public byte[] png() {
    List<String> lines = lines();
    BufferedImage image =
        new BufferedImage(
            PNG_SCALE * width(), PNG_SCALE * height(lines), BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
    graphics.scale(PNG_SCALE, PNG_SCALE);
    paint(graphics, lines);
    graphics.dispose();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      ImageIO.write(image, "png", bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** As SVG, with title and caption as text too, for those who search or listen. */
  public byte[] svg() {
    List<String> lines = lines();
    Document document = document();
    SVGGeneratorContext context = SVGGeneratorContext.createDefault(document);
    context.setComment(null);
    SVGGraphics2D graphics = new SVGGraphics2D(context, true);
    paint(graphics, lines);
    Element root = graphics.getRoot();
    String box = "0 0 " + width() + " " + height(lines);
    root.setAttribute("viewBox", box);
    root.setAttribute("width", String.valueOf(width()));
    root.setAttribute("height", String.valueOf(height(lines)));
    root.insertBefore(element(document, "desc", caption), root.getFirstChild());
    root.insertBefore(element(document, "title", plot.title()), root.getFirstChild());
    StringWriter text = new StringWriter();
    try {
      graphics.stream(root, text, false, false);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static Document document() {
    try {
      return DocumentBuilderFactory.newDefaultInstance()
          .newDocumentBuilder()
          .getDOMImplementation()
          .createDocument(SVG, "svg", null);
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Element element(Document document, String name, String text) {
    Element element = document.createElementNS(SVG, name);
    element.setTextContent(text);
    return element;
  }

  private int columns() {
    return Math.min(plot.columns(), plot.panels().size());
  }

  private boolean isLone() {
    return plot.panels().size() == 1;
  }

  private int panelWidth() {
    return isLone() ? LONE_WIDTH : PANEL_WIDTH;
  }

  private int panelHeight() {
    return isLone() ? LONE_HEIGHT : PANEL_HEIGHT;
  }

  private int width() {
    return 2 * MARGIN + columns() * panelWidth();
  }

  private int height(List<String> lines) {
    int rows = (plot.panels().size() + columns() - 1) / columns();
    return titleHeight() + rows * panelHeight() + lines.size() * LINE + MARGIN;
  }

  private static int titleHeight() {
    return 2 * MARGIN + TITLE.getSize();
  }

  private void paint(Graphics2D graphics, List<String> lines) {
    graphics.setColor(Color.WHITE);
    graphics.fillRect(0, 0, width(), height(lines));
    graphics.setColor(Color.BLACK);
    TextLayout title = new TextLayout(plot.title(), TITLE, EXACT);
    write(graphics, title, (width() - title.getAdvance()) / 2, MARGIN + TITLE.getSize());
    int index = 0;
    for (Plot.Panel panel : plot.panels()) {
      int left = MARGIN + index % columns() * panelWidth();
      int top = titleHeight() + index / columns() * panelHeight();
      Graphics2D part = (Graphics2D) graphics.create(left, top, panelWidth(), panelHeight());
      PanelChart.of(panel, panelWidth(), panelHeight()).paint(part, panelWidth(), panelHeight());
      part.dispose();
      index++;
    }
    graphics.setColor(CAPTION_GREY);
    int y = height(lines) - MARGIN - (lines.size() - 1) * LINE;
    for (String line : lines) {
      write(graphics, new TextLayout(line, CAPTION, EXACT), MARGIN, y);
      y += LINE;
    }
  }

  private static void write(Graphics2D graphics, TextLayout text, float x, float y) {
    graphics.translate(x, y);
    graphics.fill(text.getOutline(null));
    graphics.translate(-x, -y);
  }

  /** The caption, broken between words into lines of the picture's width. */
  private List<String> lines() {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : Splitter.on(' ').split(caption)) {
      String longer = line.isEmpty() ? word : line + " " + word;
      if (!line.isEmpty()
          && CAPTION.getStringBounds(longer, EXACT).getWidth() > width() - 2 * MARGIN) {
        lines.add(line.toString());
        line.setLength(0);
        line.append(word);
      } else {
        line.setLength(0);
        line.append(longer);
      }
    }
    if (!line.isEmpty()) {
      lines.add(line.toString());
    }
    return lines;
  }
}
