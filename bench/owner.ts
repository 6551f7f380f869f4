import { PROGRAM } from './dataset.js';

/** Sends a request of the workspace's owner. Rejects where it is refused. */
export type SendAsOwner = (
  method: 'GET' | 'POST',
  path: string,
  body?: object,
  // biome-ignore lint/suspicious/noExplicitAny: what came over HTTP has no type before it is looked at.
) => Promise<any>;

/** As `SendAsOwner`, for the whole response. */
type FetchAsOwner = (method: 'GET' | 'POST', path: string, body?: object) => Promise<Response>;

/** Signs in as the owner of the benchmark's workspace. */
export async function openOwnerSession(url: string): Promise<FetchAsOwner> {
  const signedIn = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ email: PROGRAM.ownerEmail, password: PROGRAM.ownerPassword }),
  });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  return async (method, path, body) => {
    const headers = { cookie, origin: url, ...(body && { 'content-type': 'application/json' }) };
    const answer = await fetch(`${url}${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer;
  };
}

/** Signs in as the owner, for requests that are answered with JSON. */
export async function signInOwner(url: string): Promise<SendAsOwner> {
  const send = await openOwnerSession(url);
  return async (method, path, body) => (await send(method, path, body)).json();
}
