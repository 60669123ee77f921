package org.spamwatch.overlay.live;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.CorruptedFrameException;
import java.util.List;

/**
 * Cuts the stream into frames: a length in four bytes, big-endian, then as many bytes. A length out
 * of range ends the stream before anything is allocated for it: no later byte can be trusted to
 * begin a frame.
 */
final class FrameDecoder extends ByteToMessageDecoder {
  static final int HEADER_BYTES = 4;

  private int maxLength = Handshake.MAX_BYTES;
  private boolean lost;

  /** The handshake is over: frames may be as long as messages. */
  void allow(int bytes) {
    maxLength = bytes;
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
    if (lost) {
      in.skipBytes(in.readableBytes());
      return;
    }
    if (in.readableBytes() < HEADER_BYTES) {
      return;
    }
    long length = in.getUnsignedInt(in.readerIndex());
    if (length < 1 || length > maxLength) {
      lost = true;
      in.skipBytes(in.readableBytes());
      throw new CorruptedFrameException(
          "a frame has 1 to " + maxLength + " bytes, this one announces " + length);
    }
    if (in.readableBytes() < HEADER_BYTES + length) {
      return;
    }
    byte[] body = new byte[(int) length];
    in.skipBytes(HEADER_BYTES);
    in.readBytes(body);
    out.add(body);
  }

  /** A body behind its length. */
  static ByteBuf frame(ByteBufAllocator allocator, byte[] body) {
    return allocator
        .ioBuffer(FrameDecoder.HEADER_BYTES + body.length)
        .writeInt(body.length)
        .writeBytes(body);
  }
}
