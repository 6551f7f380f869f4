import { PROGRAM } from './dataset.js';

/** Sends a request of the workspace's owner. Rejects where it is refused. */
export type SendAsOwner = (
  method: 'GET' | 'POST',
  path: string,
  body?: object,
  // biome-ignore lint/suspicious/noExplicitAny: what came over HTTP has no type before it is looked at.
) => Promise<any>;

/** Signs in as the owner of the benchmark's workspace. */
export async function signInOwner(url: string): Promise<SendAsOwner> {
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
    return answer.json();
  };
}
