import type { Language } from '@svc/contract';

interface CommonTexts {
  readonly hello: string;
  /** Below a button; its address follows. */
  readonly orOpen: string;
  /** Why the owners of a workspace get an email. */
  readonly toOwners: (workspace: string) => string;
}

/** What several emails say, in every language. */
export const COMMON_TEXTS: Readonly<Record<Language, CommonTexts>> = {
  en: {
    hello: 'Hello,',
    orOpen: 'If the button does not work, open this address:',
    toOwners: (workspace) => `You are receiving this email because you are an owner of ${workspace}.`,
  },
  de: {
    hello: 'Guten Tag,',
    orOpen: 'Falls die Schaltfläche nicht funktioniert, öffnen Sie diese Adresse:',
    toOwners: (workspace) => `Sie erhalten diese E-Mail, weil Sie Inhaber von ${workspace} sind.`,
  },
};
