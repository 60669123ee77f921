package org.spamwatch.simulator.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Shows mails to a milter as a mail server does, one after another over one connection that is kept
 * as long as the milter keeps it. A mail that is accepted without a word on what it is counts as
 * one that the milter had no time for.
 */
final class MilterClient implements Client {
  /** Of every field that the milter adds to a mail it looked at. */
  static final String STATUS = "X-SpamWatch-Status";

  private static final int PATIENCE_MILLIS = 30_000;
  private static final int VERSION = 6;
  private static final int ALL_ACTIONS = 0x1FF;

  /** All that a mail server can leave out or not wait for, but answers to the text. */
  private static final int ALL_STEPS = 0x17FFFF;

  private static final int MOST_TEXT = 65_535;
  private static final String LAST_ANSWERS = "acdrty";
  private static final String LINE_END = "\r\n";

  private static final int OK = 200;
  private static final int TEMPORARY = 451;
  private static final int TRY_AGAIN = 503;
  private static final int FAILED = 550;

  private final InetSocketAddress address;
  private @Nullable Socket socket;
  private @Nullable DataInputStream in;

  MilterClient(InetSocketAddress address) {
    this.address = address;
  }

  @Override
  public Answer ask(byte[] mail) {
    try {
      return exchange(new String(mail, ISO_8859_1));
    } catch (IOException e) {
      close();
      return new Answer(0, "");
    }
  }

  private Answer exchange(String mail) throws IOException {
    DataInputStream answers = connected();
    int end = mail.indexOf(LINE_END + LINE_END);
    String header = end < 0 ? "" : mail.substring(0, end);
    String text = end < 0 ? mail : mail.substring(end + 2 * LINE_END.length());
    ByteArrayOutputStream first = new ByteArrayOutputStream();
    packet(first, 'R', "<reader@example.net>\0");
    for (String field : header.split("\r\n(?![ \t])", -1)) {
      String[] parts = field.replace(LINE_END, "\n").split(": ?", 2);
      packet(first, 'L', parts[0] + "\0" + (parts.length < 2 ? "" : parts[1]) + "\0");
    }
    say(first);
    String body = text;
    for (boolean wanted = true; wanted && !body.isEmpty(); ) {
      int length = Math.min(body.length(), MOST_TEXT);
      ByteArrayOutputStream part = new ByteArrayOutputStream();
      packet(part, 'B', body.substring(0, length));
      say(part);
      body = body.substring(length);
      wanted = hear(answers).charAt(0) == 'c';
    }
    ByteArrayOutputStream last = new ByteArrayOutputStream();
    packet(last, 'E', "");
    say(last);
    StringBuilder all = new StringBuilder();
    String answer;
    do {
      answer = hear(answers);
      all.append(answer).append('\n');
    } while (LAST_ANSWERS.indexOf(answer.charAt(0)) < 0);
    return new Answer(status(answer.charAt(0), all), all.toString());
  }

  private static int status(char last, StringBuilder all) {
    return switch (last) {
      case 'a', 'c' -> all.indexOf(STATUS) < 0 ? TRY_AGAIN : OK;
      case 't' -> TEMPORARY;
      default -> FAILED;
    };
  }

  private DataInputStream connected() throws IOException {
    DataInputStream current = in;
    if (current == null) {
      Socket opened = new Socket(address.getAddress(), address.getPort());
      socket = opened;
      opened.setTcpNoDelay(true);
      opened.setSoTimeout(PATIENCE_MILLIS);
      current = new DataInputStream(new BufferedInputStream(opened.getInputStream()));
      in = current;
      ByteBuffer options = ByteBuffer.allocate(3 * Integer.BYTES);
      options.putInt(VERSION).putInt(ALL_ACTIONS).putInt(ALL_STEPS);
      ByteArrayOutputStream greeting = new ByteArrayOutputStream();
      packet(greeting, 'O', new String(options.array(), ISO_8859_1));
      say(greeting);
      hear(current);
    }
    return current;
  }

  private void say(ByteArrayOutputStream packets) throws IOException {
    if (socket == null) {
      throw new EOFException("no connection");
    }
    socket.getOutputStream().write(packets.toByteArray());
  }

  private static void packet(ByteArrayOutputStream to, char command, String data) {
    byte[] bytes = data.getBytes(ISO_8859_1);
    to.writeBytes(ByteBuffer.allocate(Integer.BYTES).putInt(1 + bytes.length).array());
    to.write(command);
    to.writeBytes(bytes);
  }

  private static String hear(DataInputStream from) throws IOException {
    int length = from.readInt();
    byte[] packet = from.readNBytes(length);
    if (length < 1 || packet.length < length) {
      throw new EOFException("half a packet");
    }
    return new String(packet, ISO_8859_1);
  }

  @Override
  public void close() {
    try {
      if (socket != null) {
        socket.close();
      }
    } catch (IOException e) {
      // It is gone either way.
    }
    socket = null;
    in = null;
  }
}
