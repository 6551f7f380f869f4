import type { ReactNode } from 'react';

/** The script tag is all that pages need: it also follows client-side navigation. */
export default function RootLayout({ children }: { children: ReactNode }) {
  const { SVC_BASE_URL, SVC_PROGRAM_ID } = process.env;
  return (
    <html lang="en">
      <head>
        <script async src={`${SVC_BASE_URL}/js/svc-tracker.js`} data-svc-program-id={SVC_PROGRAM_ID} />
      </head>
      <body>{children}</body>
    </html>
  );
}
