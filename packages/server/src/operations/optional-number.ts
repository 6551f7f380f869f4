/** A number as a query sends it, or null where it sends none. */
export function optionalNumber(given: string | undefined): number | null {
  return given === undefined ? null : Number(given);
}
