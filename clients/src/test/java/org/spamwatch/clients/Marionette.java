package org.spamwatch.clients;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * Mozilla's remote control: JSON over TCP, each message after its length and a colon. Scripts run
 * with all of the program's rights.
 */
final class Marionette implements Closeable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int SCRIPT_MILLIS = 60_000;

  private final Socket socket;
  private final InputStream in;
  private final OutputStream out;
  private int last;

  private Marionette(Socket socket) throws IOException {
    this.socket = socket;
    this.in = new BufferedInputStream(socket.getInputStream());
    this.out = socket.getOutputStream();
  }

  /** Begins a session at a port of loopback. */
  static Marionette connect(int port) throws IOException {
    Marionette marionette = new Marionette(new Socket(InetAddress.getLoopbackAddress(), port));
    JsonNode hello = marionette.receive();
    if (hello.path("marionetteProtocol").asInt() != 3) {
      throw new IOException("speaks another protocol: " + hello);
    }
    marionette.command("WebDriver:NewSession", JSON.createObjectNode());
    marionette.command(
        "WebDriver:SetTimeouts", JSON.createObjectNode().put("script", SCRIPT_MILLIS));
    marionette.command("Marionette:SetContext", JSON.createObjectNode().put("value", "chrome"));
    return marionette;
  }

  /**
   * Runs the body of an async function, whose arguments are {@code args}; returns what that
   * resolves to.
   *
   * @throws AssertionError if it is rejected
   */
  JsonNode run(String body, Object... arguments) throws IOException {
    String script =
        "const done = arguments[arguments.length - 1];\n"
            + "const args = [...arguments].slice(0, -1);\n"
            + "(async () => {"
            + body
            + "\n})().then(value => done({value: value ?? null}),"
            + " e => done({error: e + ' ' + (e?.stack ?? '')}));";
    ArrayNode list = JSON.createArrayNode();
    for (Object argument : arguments) {
      list.addPOJO(argument);
    }
    JsonNode answer =
        command(
                "WebDriver:ExecuteAsyncScript",
                JSON.createObjectNode().put("script", script).set("args", list))
            .path("value");
    if (answer.has("error")) {
      throw new AssertionError(answer.path("error").asText());
    }
    return answer.path("value");
  }

  /** A picture of the window, as a PNG in base 64. */
  String picture() throws IOException {
    ObjectNode whole = JSON.createObjectNode().put("full", true).put("hash", false);
    return command("WebDriver:TakeScreenshot", whole).path("value").asText();
  }

  /** Asks the program to end as a person does who closes it. */
  void quit() throws IOException {
    ObjectNode parameters = JSON.createObjectNode();
    parameters.putArray("flags").add("eAttemptQuit");
    command("Marionette:Quit", parameters);
    close();
  }

  private JsonNode command(String name, JsonNode parameters) throws IOException {
    last++;
    ArrayNode message = JSON.createArrayNode().add(0).add(last).add(name).add(parameters);
    byte[] bytes = JSON.writeValueAsBytes(message);
    out.write((bytes.length + ":").getBytes(StandardCharsets.US_ASCII));
    out.write(bytes);
    out.flush();
    JsonNode answer = receive();
    if (answer.path(1).asInt() != last) {
      throw new IOException(name + " was not answered but " + answer);
    }
    if (!answer.path(2).isNull()) {
      throw new AssertionError(name + ": " + answer.path(2));
    }
    return answer.path(3);
  }

  private JsonNode receive() throws IOException {
    int length = 0;
    int c;
    while ((c = in.read()) != ':') {
      if (c < '0' || c > '9') {
        throw new EOFException("the program has closed the connection");
      }
      length = length * 10 + c - '0';
    }
    return JSON.readTree(in.readNBytes(length));
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
