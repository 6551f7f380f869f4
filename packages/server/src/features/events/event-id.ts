// A permutation of the numbers below 2^64: each step can be undone, so no two rows have the same id. The constants must stay as
// they are, because receivers recognise a repeated event by its id.
const MULTIPLIER = 0x9e3779b97f4a7c15n;
/** MULTIPLIER * INVERSE = 1, modulo 2^64. */
const INVERSE = 0xf1de83e19937733dn;
const SHIFT = 32n;
const BITS = 64;

/** The public id of an event, from the id of its row. It does not show how many events there are in other workspaces. */
export function eventIdOf(rowId: number): string {
  const mixed = BigInt.asUintN(BITS, BigInt(rowId) * MULTIPLIER);
  const folded = mixed ^ (mixed >> SHIFT);
  const scrambled = BigInt.asUintN(BITS, folded * MULTIPLIER);
  return `evt_${scrambled.toString(16).padStart(BITS / 4, '0')}`;
}

/** The row of the event that has this public id; null: the text is none. There may be no such event. */
export function eventRowOf(eventId: string): number | null {
  const [, digits] = /^evt_([0-9a-f]{16})$/i.exec(eventId) ?? [];
  if (digits === undefined) return null;
  const folded = BigInt.asUintN(BITS, BigInt(`0x${digits}`) * INVERSE);
  const mixed = folded ^ (folded >> SHIFT);
  const rowId = BigInt.asUintN(BITS, mixed * INVERSE);
  return rowId <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(rowId) : null;
}
