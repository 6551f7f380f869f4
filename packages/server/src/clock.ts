/**
 * The time as everything in the service knows it, in epoch milliseconds. It is handed down from `service/`, so that two services
 * of one process can have different times ([decision 27](../../../docs/decisions/0027-time-is-a-dependency.md)).
 */
export type Now = () => number;

/** The time of this machine: the only place where the service asks for it, which `npm run check` makes sure of. */
export const systemNow: Now = () => Date.now();
