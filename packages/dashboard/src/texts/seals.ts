import { messages } from '../language/messages.js';

/** Texts of the page of seals. */
export const texts = messages('seals', {
  contents: 'Covers',
  details: 'Seal {number}',
  download: 'Download the newest seal',
  entriesOfAudit: '{count, plural, one {# audit entry} other {# audit entries}}',
  hash: 'Hash',
  howToCheck:
    'To check everything against it, run this where the service runs. It recomputes every commission, balance and total, and names each difference.',
  command: 'Command',
  checkCommand: 'svc-server verify --seals seal.json',
  keepText:
    'Download the newest seal now and then, and keep it where nobody who runs this service can change it. With it, anyone can show later whether anything was altered.',
  movements: '{count, plural, one {# ledger movement} other {# ledger movements}}',
  noSealsText: 'The first seal is made a minute after the first change, and before each payout run.',
  noSealsYet: 'No seals yet',
  thisSealDoesNotExist: 'This seal does not exist',
  number: 'Number',
  payouts: '{count, plural, one {# payout} other {# payouts}}',
  payoutStates: '{count, plural, one {# status change} other {# status changes}}',
  references: '{count, plural, one {# sale reference} other {# sale references}}',
  rules: '{count, plural, one {# rule version} other {# rule versions}}',
  sealedAt: 'Sealed',
  seals: 'Seals',
  sealsText:
    'What shows later that nothing in the ledger, payouts, rules, references and audit log was changed.',
  searchSeals: 'Number or hash',
});
