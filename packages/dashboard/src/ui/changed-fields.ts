/**
 * The fields of a request that differ from what the form was filled with. Only these are sent: what a colleague has changed meanwhile, in
 * other fields, stays.
 */
export function changedFields<Body extends object>(before: Body, after: Body): Partial<Body> {
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Body]),
  );
  return Object.fromEntries(changed) as Partial<Body>;
}
