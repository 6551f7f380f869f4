import type { BrowserContext } from 'playwright-core';
import type { Application } from './application.js';

/** Somebody who can sign in. */
export interface Person {
  readonly email: string;
  readonly password: string;
}

/** Somebody's session over the interface that the application itself uses. */
export interface Session {
  /** Answers what came back. Throws with it when it is no success. */
  // biome-ignore lint/suspicious/noExplicitAny: what came over HTTP has no type before it is looked at.
  send(method: string, path: string, body?: object): Promise<any>;
}

/** The interface for somebody who is not signed in, or has these cookies. */
export function sessionOf({ baseUrl }: Pick<Application, 'baseUrl'>, cookie = ''): Session {
  return {
    async send(method, path, body) {
      const answer = await fetch(baseUrl + path, {
        method,
        headers: { cookie, origin: baseUrl, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
      return text === '' ? null : JSON.parse(text);
    },
  };
}

async function cookiesOf({ baseUrl }: Pick<Application, 'baseUrl'>, who: Person): Promise<string[]> {
  const answer = await fetch(`${baseUrl}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: baseUrl },
    body: JSON.stringify({ email: who.email, password: who.password }),
  });
  if (!answer.ok) throw new Error(`${who.email} cannot sign in: ${answer.status} ${await answer.text()}`);
  return answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
}

/** Signs somebody in, without a browser. */
export async function openSession(application: Application, who: Person): Promise<Session> {
  return sessionOf(application, (await cookiesOf(application, who)).join('; '));
}

/** Signs somebody in, for every page of a browser context; what a person does on the page of signing in is another test. */
export async function signIn(
  context: BrowserContext,
  application: Pick<Application, 'baseUrl'>,
  who: Person,
): Promise<void> {
  const cookies = await cookiesOf(application, who);
  await context.addCookies(
    cookies.map((cookie) => {
      const at = cookie.indexOf('=');
      const [name, value] = [cookie.slice(0, at), cookie.slice(at + 1)];
      return { name, value, url: application.baseUrl, httpOnly: true, sameSite: 'Lax' as const };
    }),
  );
}
