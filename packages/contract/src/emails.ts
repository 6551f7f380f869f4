import Type, { type Static } from 'typebox';
import { nullable, Time } from './shapes.js';

/** Why an email server does not take an email: the cause in words, and the setting that helps. */
export const MAIL_CAUSES = {
  certificate:
    'The certificate of the email server is not trusted: it is self-signed, expired, or of a private authority. Set NODE_EXTRA_CA_CERTS to a file with the certificate of that authority; for a relay in a network you trust, add ?ignoreTLS=true to SMTP_URL.',
  certificate_name:
    'The certificate of the email server is for another host name. Use the name in the certificate as the host of SMTP_URL, or add ?tls.servername=<name>.',
  sign_in:
    'The email server refused the sign-in. Check user and password in SMTP_URL; characters such as @ and / in them must be percent-encoded.',
  tls: 'No encrypted connection to the email server could be made. Use smtps:// for port 465 and smtp:// for ports 587 and 25; for a relay without TLS, remove requireTLS from SMTP_URL or add ?ignoreTLS=true.',
  host: 'The host name of the email server is unknown. Check the host in SMTP_URL.',
  connection:
    'There is no connection to the email server. Check host and port in SMTP_URL, and whether a firewall blocks outgoing connections.',
  busy: 'The email server accepts no further connections at the moment. The email is sent again; if this stays, ask its operator about limits.',
  sender: 'The email server refused the sender. Set MAIL_FROM to an address that the account may send from.',
  recipient:
    'The email server refused the recipient. Check the address; a relay may need a sign-in to send to other domains.',
  message: 'The email server refused the content of the email. Ask its operator for the reason.',
} as const satisfies Record<string, string>;

export type MailCause = keyof typeof MAIL_CAUSES;

/** Answer of `GET /api/workspaces/:workspaceId/email-status`. */
export const EmailStatus = Type.Object({
  status: Type.Enum(['ok', 'failing', 'no_server'], {
    description:
      '`failing`: the email server takes no emails; they wait for up to a day. `no_server`: none is configured.',
  }),
  cause: nullable(Type.Enum(Object.keys(MAIL_CAUSES) as MailCause[])),
  text: nullable(Type.String({ description: 'The cause in words, and the setting that helps.' })),
  failing_since: nullable(Time),
});

export type EmailStatus = Static<typeof EmailStatus>;
