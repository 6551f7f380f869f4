import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Entry } from './journal.js';

export interface Account {
  /** Never changes, and is the same at signup and at payment. */
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

export interface Order {
  readonly id: string;
  /** In cents. */
  readonly amount: number;
  /** Paid at the card processor, which tells the service of it and of its refund. */
  readonly isByCard: boolean;
  isRefunded: boolean;
}

/** A visitor of the shop, in memory: an example has no database. */
export interface Session {
  account: Account | null;
  readonly orders: Order[];
  /** Newest first. */
  readonly entries: Entry[];
  /** The click that is in the journal already. */
  clickId: string | null;
  /** Whether what happens from now on is told as a test. */
  isTest: boolean;
}

const COOKIE = 'tidydesk_session';

/** Gives each visitor a session, known by a cookie. */
export function openSessions(): (request: Request, response: Response) => Session {
  const sessions = new Map<string, Session>();
  return (request, response) => {
    const [, known = ''] = new RegExp(`(?:^|; )${COOKIE}=([^;]+)`).exec(request.headers.cookie ?? '') ?? [];
    const held = sessions.get(known);
    if (held !== undefined) return held;
    const id = randomUUID();
    const session: Session = { account: null, orders: [], entries: [], clickId: null, isTest: false };
    sessions.set(id, session);
    response.cookie(COOKIE, id, { httpOnly: true, sameSite: 'lax' });
    return session;
  };
}
