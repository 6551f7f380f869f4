/** The slot of daily_totals and daily_breakdown that only corrections write, so that they never wait for a busy pipeline's rows. */
export const CORRECTIONS_SLOT = -2;
