import { init, signup } from '@svc/browser';
import { useEffect } from 'react';

/** Records the click and keeps the click id. Render it once, at the root: `<SvcTracking />`. */
export function SvcTracking() {
  useEffect(() => {
    void init({ programId: 424242, baseUrl: 'https://svc.example.com' });
  }, []);
  return null;
}

/**
 * Call this when an account has been created, with the id that your server knows the account by. It never throws. Not
 * needed if your server reports the lead.
 */
export function onAccountCreated(user: { id: string; email: string }) {
  return signup(user.id, user.email);
}
