const MOST_CHARACTERS = 60;
/** Values other than `true` that plainly ask for a real event. */
const REAL: readonly unknown[] = [undefined, null, false, 0, '', '0', 'false'];

/**
 * The value of a `test_mode` that asks for a test event without being `true` in `additional_data`, as JSON; null: there is none. By contract
 * such an event is real, which the sender most likely did not mean.
 */
export function ignoredTestMode(body: unknown): string | null {
  if (!isRecord(body)) return null;
  const { additional_data: data, test_mode: beside } = body;
  const inData = isRecord(data) ? data.test_mode : undefined;
  if (!REAL.includes(inData)) return shown(inData);
  return REAL.includes(beside) ? null : `${shown(beside)} outside of additional_data`;
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? typeof value).slice(0, MOST_CHARACTERS).toWellFormed();
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
