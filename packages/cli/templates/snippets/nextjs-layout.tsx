import type { ReactNode } from 'react';
import { SvcTracking } from './svc-tracking';

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <SvcTracking />
        {children}
      </body>
    </html>
  );
}
