// What the tokens of a mail may cost (TokenLimits.DEFAULT). Each limit cuts, and nothing is refused.

export const LIMITS = Object.freeze({
  mailBytes: 8 << 20,
  textBytes: 1 << 20,
  fieldBytes: 16 << 10,
  parts: 1000,
  nesting: 12,
  tokens: 1 << 16,
  tokenBytes: 30,
});

/** The fewest bytes of a token, but for prices and lone ideographs. */
export const MIN_TOKEN = 3;
