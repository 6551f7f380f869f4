import { describeMailCause, readMailFailure } from '../mail/mail-failure.js';
import { renderMail } from '../mail/render-mail.js';
import { createSmtp, type MailServer } from '../mail/smtp.js';

/** Sends one email without the outbox, and prints the outcome. Returns whether the server took it. */
export async function sendTestEmail({
  mail: server,
  address,
  print,
}: {
  readonly mail: MailServer | null;
  readonly address: string;
  readonly print: (line: string) => void;
}): Promise<boolean> {
  if (server === null) {
    print(
      'No email server is configured: set SMTP_URL and MAIL_FROM. Emails are written to the data directory.',
    );
    return false;
  }
  const mail = renderMail(address, {
    language: 'en',
    subject: 'Test email from svc',
    heading: 'The email server works',
    parts: ['svc can send emails through this server.'],
    reason: 'You are receiving this email because svc-server send-test-email was run with your address.',
  });
  const smtp = createSmtp(server);
  try {
    await smtp.send(mail, null);
    print('The email server took the email.');
    return true;
  } catch (error) {
    const { cause, codes } = readMailFailure(error);
    print(`The email was not sent (${codes}). ${describeMailCause(cause)}`);
    return false;
  } finally {
    smtp.close();
  }
}
