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
  /** Paid through Stripe, which reports the payment and its refund to the service. */
  readonly isByCard: boolean;
  isRefunded: boolean;
}

/** A visitor of the shop, in memory: an example has no database. */
export interface Session {
  account: Account | null;
  readonly orders: Order[];
  /** Newest first. */
  readonly entries: Entry[];
  /** The click that is already in the journal. */
  clickId: string | null;
  /** Whether further events are sent as tests. */
  isTest: boolean;
}

const COOKIE = 'tidydesk_session';

/** Gives each visitor a session, identified by a cookie. */
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
