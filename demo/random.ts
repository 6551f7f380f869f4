/** Random numbers that are the same for the same seed, on every machine. */
export interface Random {
  /** From 0 to just below 1. */
  next(): number;
  chance(probability: number): boolean;
  /** A whole number from `least` to `most`, both possible. */
  integer(least: number, most: number): number;
  pick<Item>(items: readonly Item[]): Item;
  /** How often something happens that happens `mean` times on average. */
  poisson(mean: number): number;
  /** How long something takes that takes `mean` on average: mostly less, now and then far more. */
  waiting(mean: number): number;
}

const WORD = 2 ** 32;

/** FNV-1a: spreads a text over 32 bits. */
function hash(text: string): number {
  let state = 0x811c9dc5;
  for (const letter of text) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return state >>> 0;
}

/** A stream of random numbers of its own for each seed (mulberry32). */
export function createRandom(seed: string): Random {
  let state = hash(seed);

  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / WORD;
  }

  return {
    next,
    chance: (probability) => next() < probability,
    integer: (least, most) => least + Math.floor(next() * (most - least + 1)),
    pick<Item>(items: readonly Item[]): Item {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
    poisson(mean) {
      const floor = Math.exp(-mean);
      let count = 0;
      for (let product = next(); product > floor; product *= next()) count += 1;
      return count;
    },
    waiting: (mean) => -Math.log(1 - next()) * mean,
  };
}
