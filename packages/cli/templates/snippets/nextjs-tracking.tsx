'use client';

import { init } from '@svc/browser';
import { useEffect } from 'react';

/** Records the click and keeps the click id. */
export function SvcTracking() {
  useEffect(() => {
    void init({ programId: 424242, baseUrl: 'https://svc.example.com' });
  }, []);
  return null;
}
