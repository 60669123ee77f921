// A walk over the entities of a mail, as the token stream of Apache James Mime4j 0.8.14.

import { fieldOf, Contents, isMessage, isMultipart } from "./fields.js";
import {
  BoundaryInput,
  BufferedInput,
  Bytes,
  Malformed,
  WatchedInput,
} from "./streams.js";
import { Base64Input, QuotedPrintableInput } from "./transfer.js";

const SKIPPED_BYTES = 4000;

/** Reads one entity: its header, then its parts or its body. */
class Entity {
  constructor(input, limits, contents, isMessageEntity) {
    this.limits = limits;
    this.contents = contents;
    this.state = isMessageEntity ? "START_MESSAGE" : "START_BODYPART";
    this.endState = isMessageEntity ? "END_MESSAGE" : "END_BODYPART";
    this.buffered = new BufferedInput(input);
    this.data = new WatchedInput(this.buffered);
    this.part = null;
    this.line = new Bytes(256);
    this.raw = new Bytes(1024);
    this.lines = 0;
    this.fields = 0;
    this.headerEnded = false;
    this.field = null;
    this.isFlat = false;
  }

  /** Goes to the next state; what it returns, if anything, is an entity inside, to be read first. */
  advance() {
    switch (this.state) {
      case "START_MESSAGE":
      case "START_BODYPART":
        this.state = "START_HEADER";
        return null;
      case "START_HEADER":
      case "FIELD":
        this.state = this.nextField() ? "FIELD" : "END_HEADER";
        return null;
      case "END_HEADER":
        return this.beginContents();
      case "START_MULTIPART":
        return this.beginParts();
      case "PREAMBLE":
        return this.nextPart();
      case "EPILOGUE":
        this.state = "END_MULTIPART";
        return null;
      case "BODY":
      case "END_MULTIPART":
        this.state = this.endState;
        return null;
      default:
        this.state = "END_OF_STREAM";
        return null;
    }
  }

  nextField() {
    while (!this.headerEnded) {
      if (this.fields >= this.limits.maxHeaderFields) {
        throw new Malformed("too many header fields");
      }
      this.fields++;
      this.raw.clear();
      this.readRawField();
      this.field = fieldOf(this.raw.array.slice(0, this.raw.length));
      if (this.field !== null) {
        this.contents.add(this.field);
        return true;
      }
    }
    return false;
  }

  /** Reads on to the line with which the next field begins, which stays in `line`. */
  readRawField() {
    for (;;) {
      if (this.line.length > 0) {
        if (this.raw.length + this.line.length >= this.limits.maxHeaderBytes) {
          throw new Malformed("a header field is too long");
        }
        this.raw.append(this.line.array, 0, this.line.length);
      }
      this.line.clear();
      if (this.data.readLine(this.line) === -1) {
        this.headerEnded = true;
        return;
      }
      let length = this.line.length;
      length -= length > 0 && this.line.array[length - 1] === 10 ? 1 : 0;
      length -= length > 0 && this.line.array[length - 1] === 13 ? 1 : 0;
      if (length === 0) {
        this.headerEnded = true;
        return;
      }
      this.lines++;
      const first = this.line.array[0];
      if (this.lines > 1 && first !== 32 && first !== 9) {
        return;
      }
    }
  }

  beginContents() {
    const type = this.contents.type;
    if (!this.isFlat && isMultipart(type)) {
      this.state = "START_MULTIPART";
      this.data = new WatchedInput(this.buffered);
      return null;
    }
    this.state = "BODY";
    if (this.isFlat || !isMessage(type)) {
      return null;
    }
    return this.inner(this.decoded(this.buffered), true);
  }

  inner(input, isMessageEntity) {
    const entity = new Entity(
      input,
      this.limits,
      new Contents(this.contents.ownType),
      isMessageEntity,
    );
    entity.isFlat = this.isFlat;
    return entity;
  }

  decoded(input) {
    if (this.contents.isBase64) {
      return new Base64Input(input);
    }
    return this.contents.isQuotedPrintable ? new QuotedPrintableInput(input) : input;
  }

  beginParts() {
    if (this.data.isUsed) {
      this.skipRest();
      this.state = "END_MULTIPART";
      return null;
    }
    this.openPart();
    this.state = "PREAMBLE";
    return this.part.isEmpty ? this.nextPart() : null;
  }

  openPart() {
    if (this.contents.boundary === null) {
      throw new Malformed("a multipart has no boundary");
    }
    this.part = new BoundaryInput(this.buffered, this.contents.boundary);
    this.data = new WatchedInput(this.part);
  }

  nextPart() {
    this.skipRest();
    const part = this.part;
    if (!(part.eof && !part.isLastPart) && !part.isLastPart) {
      this.openPart();
      return this.inner(this.part, false);
    }
    const empty = part.isFullyConsumed;
    this.part = null;
    this.data = new WatchedInput(this.buffered);
    this.state = empty ? "END_MULTIPART" : "EPILOGUE";
    return null;
  }

  skipRest() {
    if (!this.data.eof) {
      const skipped = new Uint8Array(SKIPPED_BYTES);
      while (this.data.read(skipped, 0, skipped.length) !== -1) {
        // nobody reads it
      }
    }
  }
}

/** Goes from token to token; `state` says which, `entity` whose. */
export class Tokens {
  constructor(input, limits) {
    this.open = [new Entity(input, limits, new Contents(null), true)];
    this.state = this.entity.state;
    this.isFlat = false;
  }

  get entity() {
    return this.open[this.open.length - 1];
  }

  /** Whether the contents of the entity whose header has ended are taken as they are. */
  takeFlat(flat) {
    this.isFlat = flat;
    this.entity.isFlat = flat;
  }

  next() {
    while (this.open.length > 0) {
      const inner = this.entity.advance();
      if (inner !== null) {
        this.open.push(inner);
      }
      this.state = this.entity.state;
      if (this.state !== "END_OF_STREAM") {
        return;
      }
      this.open.pop().buffered.truncate();
      if (this.open.length > 0) {
        this.entity.isFlat = this.isFlat;
      }
    }
  }

  /** The contents as they are. */
  raw() {
    return this.entity.data;
  }

  /** The contents without their transfer encoding. */
  decoded() {
    return this.entity.decoded(this.entity.data);
  }
}

