/** What a mail may cost: the defaults of `MailLimits`, which says why. */
export const LIMITS = Object.freeze({
  maxBytes: 32 << 20,
  maxParsedBytes: 8 << 20,
  maxParts: 1000,
  maxNesting: 12,
  maxBoundaryChars: 128,
  maxHeaderBytes: 64 << 10,
  maxHeaderFields: 10_000,
  maxTextChars: 1 << 20,
});
