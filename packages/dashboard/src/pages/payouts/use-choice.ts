import { useState } from 'react';
import type { DueItem } from './payee.js';

/** Which of those who are due a run would pay. */
export interface Choice {
  readonly selected: ReadonlySet<string>;
  readonly select: (keys: ReadonlySet<string>) => void;
}

const NOBODY: ReadonlySet<string> = new Set();

export function dueKey({ partner_id, currency }: DueItem): string {
  return `${partner_id} ${currency}`;
}

/** Whether a partner is paid unless somebody decides otherwise: there is an account to send the money to, and nobody suspended them. */
export function isPreselected({ method, status }: DueItem): boolean {
  return method !== null && status === 'approved';
}

/** The selection among partners who are due. A partner who becomes due while the page is open is selected as `isPreselected` says. */
export function useChoice(due: readonly DueItem[]): Choice {
  const [changed, setChanged] = useState(NOBODY);
  const selected = due.filter((item) => isPreselected(item) !== changed.has(dueKey(item)));
  return {
    selected: new Set(selected.map(dueKey)),
    select: (keys) => {
      const differing = due.filter((item) => isPreselected(item) !== keys.has(dueKey(item)));
      setChanged(new Set(differing.map(dueKey)));
    },
  };
}
