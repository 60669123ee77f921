/** Pseudo-random numbers, the same as tests in Java make: xorshift of 32 bits. */
export class Numbers {
  constructor(seed) {
    this.state = seed;
  }

  below(bound) {
    this.state ^= this.state << 13;
    this.state ^= this.state >>> 17;
    this.state ^= this.state << 5;
    return (this.state >>> 8) % bound;
  }
}
