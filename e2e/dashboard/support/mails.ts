import fs from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const LOOK_EVERY_MS = 50;

/** A mail as the service writes it where it has no email server. */
export interface StoredMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The first address in its text. */
  readonly link: string;
}

/** The newest mail to an address; waits until there is one. */
export async function readMail(dataDir: string, to: string): Promise<StoredMail> {
  for (;;) {
    const mail = allMails(dataDir).findLast((one) => one.to === to);
    if (mail !== undefined) return mail;
    await delay(LOOK_EVERY_MS);
  }
}

/** The oldest first: the names of the files begin with the time. */
function allMails(dataDir: string): StoredMail[] {
  const directory = join(dataDir, 'mails');
  if (!fs.existsSync(directory)) return [];
  return fs
    .readdirSync(directory)
    .sort()
    .flatMap((name) => {
      const written = fs.readFileSync(join(directory, name), 'utf8');
      // One that is still being written has no end yet, and is there at the next look.
      const parts = /^To: (.*)\nSubject: (.*)\n\n([\s\S]*)\n$/.exec(written);
      if (parts === null) return [];
      const [, to = '', subject = '', text = ''] = parts;
      return [{ to, subject, text, link: /https?:\/\/\S+/.exec(text)?.[0] ?? '' }];
    });
}
