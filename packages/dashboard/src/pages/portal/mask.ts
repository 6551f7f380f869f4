const SHOWN = 4;

/** An account as it is shown: its last four characters, or the first of an address and its host. */
export function maskAccount(account: string): string {
  const [, first, host] = /^(.)[^@\s]*(@\S+)$/.exec(account) ?? [];
  if (first !== undefined) return `${first}•••${host}`;
  const plain = account.replace(/\s/g, '');
  return plain.length <= SHOWN ? '••••' : `•••• ${plain.slice(-SHOWN)}`;
}
