import type { EventReasonParameters, EventReasonTexts } from './types.js';

const KEYS = 'svc_click_id, svc_customer_key und program_id';
const REPLAY = 'und verarbeiten Sie dieses Ereignis dann erneut.';
const START = {
  checkout_unpaid: 'Der Checkout ist noch nicht bezahlt; ein weiteres Ereignis meldet, wenn er es ist.',
  checkout_free: 'Bei diesem Checkout war nichts zu bezahlen.',
  invoice_free: 'Mit dieser Rechnung wurde nichts bezahlt (Probezeit, Rabatt oder Guthaben).',
};
const OBJECTS = {
  checkout: 'Der Checkout',
  invoice: 'Die Rechnung',
  credit_note: 'Die Gutschrift',
  refund: 'Die Erstattung',
  dispute: 'Der Zahlungseinspruch',
};
const STATUSES = {
  not_connected: 'nicht verbunden',
  pending: 'noch nicht fertig verbunden',
  disconnected: 'getrennt',
  removed: 'entfernt',
};

/** German texts of the reasons for results of payment events. */
export const GERMAN: EventReasonTexts = {
  sale_recorded: {
    text(sale, money) {
      const { commission_cents: cents, commission_currency: currency } = sale;
      const commission =
        cents === null || currency === null
          ? 'eine Provision wurde nicht verdient'
          : `die Provision beträgt ${money(cents, currency)}`;
      return `${recorded(sale, money)}; ${commission}.`;
    },
  },
  sale_commission_pending: {
    text: (sale, money) => `${recorded(sale, money)}; die Provision wird gleich ergänzt.`,
  },
  sale_known: {
    text: () => 'Der Verkauf ist unter einer seiner Referenzen schon erfasst; er zählt einmal.',
  },
  checkout_credited: {
    text: ({ after }) =>
      `${after === null ? 'Es wurde nichts bezahlt.' : START[after]} Damit steht fest, wem spätere Zahlungen zugeordnet werden.`,
  },
  refund_counted: {
    text: (refund, money) =>
      `${money(refund.changed_cents, refund.currency)} wurden als erstattet gezählt; ${total(refund, money)}`,
  },
  refund_undone: {
    text: (refund, money) =>
      `${money(refund.changed_cents, refund.currency)} zählen nicht mehr als erstattet; ${total(refund, money)}`,
  },
  payment_unchanged: {
    text: (sale) => `Es meldet nichts Neues zum Verkauf ${sale.transaction_id}.${held(sale)}`,
  },
  payment_linked: { text: (sale) => `Es gehört zum Verkauf ${sale.transaction_id}.${held(sale)}` },
  sale_awaited: {
    text: () => 'Der Verkauf zu dieser Zahlung ist nicht erfasst; das Ereignis wirkt, sobald er es ist.',
  },
  sale_arrived: { text: () => 'Es wartete auf seinen Verkauf und wirkte, als dieser erfasst wurde.' },
  sale_never_came: {
    text: () => 'In der ganzen Wartezeit wurde kein Verkauf zu dieser Zahlung erfasst.',
  },
  two_sales: {
    text: () =>
      'Seine Referenzen gehören zu zwei Verkäufen, die getrennt erfasst wurden, aber eine einzige Zahlung sind.',
    fix: () => 'Erstatten Sie einen der beiden.',
  },
  refund_other_currency: {
    text: ({ transaction_id: id }) =>
      `Der Verkauf ${id} wurde in einer anderen Währung erstattet als bezahlt.`,
    fix: () => 'Tragen Sie die Erstattung von Hand ein.',
  },

  customer_unknown: {
    text: () => 'Unter seinem Kundenschlüssel oder seiner Klick-ID ist kein Kunde dieses Workspace bekannt.',
    fix: (reason) => again(`Erfassen Sie den Lead ${REPLAY}`, reason),
  },
  payer_unknown: {
    text: (reason) =>
      again(
        'Es trägt weder Schlüssel noch Klick-ID oder Code, und kein Kunde dieses Workspace hat schon einmal so bezahlt.',
        reason,
      ),
  },
  click_unknown: {
    text: () => 'Unter seiner Klick-ID ist kein Kunde dieses Workspace bekannt, und kein Klick hat diese ID.',
    fix: (reason) =>
      again(
        `Prüfen Sie, ob die Seite die Klick-ID unverändert weitergibt und der Klick zu diesem Dienst gehört, ${REPLAY}`,
        reason,
      ),
  },
  click_expired: {
    text: () => 'Sein Klick ist älter als das Cookie-Fenster des Programms.',
    fix: (reason) =>
      again(
        'Verlängern Sie das Cookie-Fenster, falls solche Zahlungen zählen sollen, oder ordnen Sie den Kunden von Hand zu.',
        reason,
      ),
  },
  code_unknown: {
    text: ({ code }) =>
      `${code === null ? 'Sein Code' : `Der Code „${code}“`} ist kein aktiver Code des Programms.`,
    fix: (reason) => again(`Geben Sie den Code einem Partner oder schalten Sie ihn ein ${REPLAY}`, reason),
  },
  partner_not_approved: {
    text: ({ code }) =>
      `Der Partner ${code === null ? 'seines Codes' : `des Codes „${code}“`} ist im Programm nicht freigegeben.`,
    fix: (reason) => again(`Geben Sie den Partner frei ${REPLAY}`, reason),
  },
  other_program: {
    text: () => 'Sein Kunde gehört zu einem anderen Programm.',
    fix: (reason) =>
      again(
        'Schreiben Sie die program_id jenes Programms in die Metadaten, oder beschränken Sie die Verbindung darauf.',
        reason,
      ),
  },
  no_partner: { text: () => 'Sein Kunde wurde von keinem Partner gebracht.' },
  no_metadata: {
    text: () =>
      'Sein Kunde wurde von einem Partner gebracht, aber die Zahlung trägt keine Schlüssel, und die Verbindung ordnet nur nach Metadaten zu.',
    fix: () =>
      'Lassen Sie die Verbindung Folgezahlungen nach früheren Zahlungen zuordnen, oder wiederholen Sie die Schlüssel in den Metadaten jeder Zahlung.',
  },
  program_archived: {
    text: () => 'Sein Programm ist archiviert und verdient nichts mehr.',
    fix: () => `Stellen Sie das Programm wieder her ${REPLAY}`,
  },
  no_program: {
    text: () => 'Mehrere Programme des Workspace kommen infrage, und nichts sagt, zu welchem es gehört.',
    fix: () =>
      'Beschränken Sie die Verbindung auf ein Programm, oder schreiben Sie program_id in die Metadaten.',
  },
  program_missing: {
    text: () => 'Seine Metadaten haben keine program_id oder eine, die keine Zahl ist.',
    fix: () => 'Schreiben Sie program_id neben die anderen Schlüssel in die Metadaten.',
  },
  program_elsewhere: {
    text: ({ program_id: id }) =>
      `Das Programm ${id} gehört nicht zu dem Workspace, mit dem sein Konto verbunden ist.`,
    fix: () => 'Schreiben Sie die program_id eines Programms dieses Workspace in die Metadaten.',
  },
  keys_missing: {
    text: () => 'Seine Metadaten haben weder einen Kundenschlüssel noch eine Klick-ID.',
    fix: () => 'Schreiben Sie svc_customer_key oder svc_click_id neben program_id in die Metadaten.',
  },
  no_keys: { text: () => 'Es trägt keine unserer Metadaten.', fix: metadataFix },

  checkout_unpaid: { text: () => START.checkout_unpaid },
  checkout_free: { text: () => START.checkout_free },
  checkout_saved_method: {
    text: () => 'Der Checkout hat nur ein Zahlungsmittel gespeichert; bezahlt wurde nichts.',
  },
  invoice_free: { text: () => START.invoice_free },
  credit_note_empty: { text: () => 'Die Gutschrift hat nichts erstattet.' },
  charge_not_refunded: { text: () => 'Von der Belastung wurde nichts erstattet.' },
  invoice_payment_unnamed: { text: () => 'Es sagt nicht, mit welcher Zahlung die Rechnung bezahlt wurde.' },
  no_payment: { text: () => 'Das Ereignis betrifft keine Zahlung.' },
  other_type: { text: ({ type }) => `Bei Ereignissen vom Typ ${type} geht es nicht um Geld.` },
  unknown_layout: {
    text: ({ object, lacks }) =>
      `${OBJECTS[object]} hat ${{ id: 'keine ID', amount: 'keinen zählbaren Betrag', currency: 'keine Währung' }[lacks]}.`,
    fix: () =>
      'Prüfen Sie die API-Version des Webhook-Endpunkts beim Anbieter und ob ein anderes System Ereignisse unterwegs verändert.',
  },
  thin_event: {
    text: () => 'Das Ereignis enthält kein Objekt.',
    fix: () => 'Abonnieren Sie am Webhook-Endpunkt Snapshot-Ereignisse, keine schlanken (thin events).',
  },
  invalid_event: {
    text: () => 'Kein gültiges Ereignis.',
    fix: () => 'Prüfen Sie, ob der Webhook-Endpunkt zum Zahlungsanbieter der Verbindung gehört.',
  },
  unknown_provider: {
    text: ({ provider }) => `Der Anbieter ${provider} ist nicht bekannt.`,
    fix: () => `Starten Sie eine Version des Dienstes, die diesen Anbieter unterstützt, ${REPLAY}`,
  },

  no_account: {
    text: () =>
      'Das Ereignis gehört zu keinem Konto: Es kam am Endpunkt von Stripe Connect an, gehört aber zu einem Webhook-Endpunkt Ihres eigenen Kontos.',
    fix: () =>
      'Verbinden Sie Ihr eigenes Konto unter „Zahlungskonten“ mit einem Schlüssel, und löschen Sie dann den Endpunkt mit der Adresse /webhooks/processor im Dashboard des Anbieters.',
  },
  account_unknown: {
    text: ({ account_id: id }) => `Das Ereignis gehört zum Konto ${id}, das hier nicht verbunden ist.`,
    fix: () => `Verbinden Sie das Konto ${REPLAY}`,
  },
  connection_inactive: {
    text: ({ status }) => `Das Konto des Ereignisses ist ${STATUSES[status]}.`,
    fix: () => `Verbinden Sie das Konto wieder ${REPLAY}`,
  },
  account_event: { text: () => 'Es betrifft das Konto, keine Zahlung.' },
  account_test_mode: { text: () => 'Es ist vom Testmodus, und das Konto ist mit echtem Geld verbunden.' },
  account_connected: { text: () => 'Das Konto ist verbunden.' },
  account_restricted: {
    text: () => 'Das Konto kann zurzeit keine Zahlungen annehmen.',
    fix: () => 'Öffnen Sie das Konto beim Anbieter; dort steht, was fehlt.',
  },
  account_outdated: { text: () => 'Über das Konto ist schon Neueres bekannt.' },
  account_disconnected: {
    text: () =>
      'Das Konto wurde beim Anbieter getrennt. Was erfasst wurde, bleibt; spätere Ereignisse des Kontos werden ignoriert.',
  },
  account_already_disconnected: {
    text: () => 'Das Konto war schon vorher getrennt oder ist seitdem wieder verbunden.',
  },

  arrived: { text: () => 'Es ist angekommen und wird gleich verarbeitet.' },
  not_recorded_yet: { text: () => 'Es konnte noch nicht erfasst werden; es wird erneut versucht.' },
  service_error: {
    text: ({ attempts }) =>
      `Es ist wegen eines Fehlers im Dienst ${attempts}-mal gescheitert; siehe dessen Protokoll.`,
    fix: () => 'Verarbeiten Sie es erneut, sobald der Fehler behoben ist.',
  },
  text: { text: ({ text }) => text },
};

type Parameters<Code extends keyof EventReasonParameters> = EventReasonParameters[Code];
type Money = (amountCents: number, currency: string) => string;

function recorded(sale: Parameters<'sale_commission_pending'>, money: Money): string {
  const what = sale.is_test ? 'Testverkauf' : 'Verkauf';
  return `Als ${what} ${sale.transaction_id} über ${money(sale.amount_cents, sale.currency)} erfasst`;
}

function held({ is_held: isHeld }: Parameters<'payment_linked'>): string {
  return isHeld ? ' Die Provision wird zurückgehalten.' : '';
}

function total(refund: Parameters<'refund_counted'>, money: Money): string {
  const all = money(refund.refunded_cents, refund.currency);
  return `vom Verkauf ${refund.transaction_id} sind insgesamt ${all} erstattet.${held(refund)}`;
}

function again(text: string, { is_tried_again: isTriedAgain }: Parameters<'customer_unknown'>): string {
  return isTriedAgain ? `${text} Bis dahin wird es einige Tage lang von selbst erneut versucht.` : text;
}

/** Names the places of the metadata as the provider does. */
function metadataFix({ provider, kind }: Parameters<'no_keys'>): string {
  const isStripe = provider === 'stripe';
  switch (kind) {
    case 'checkout':
      return `Schreiben Sie ${KEYS} in die Metadaten ${isStripe ? 'der Checkout Session, wenn Sie diese anlegen' : 'des Checkouts'}.`;
    case 'subscription_start':
      return isStripe
        ? `Schreiben Sie ${KEYS} in die Metadaten der Checkout Session und auch in subscription_data.metadata.`
        : `Schreiben Sie ${KEYS} in die Metadaten des Abonnements.`;
    case 'renewal':
      return isStripe
        ? `Wiederholen Sie ${KEYS} in subscription_data.metadata des Checkouts; bei Abonnements, die es schon gibt, schreiben Sie sie in die Metadaten des Abonnements.`
        : `Wiederholen Sie ${KEYS} in den Metadaten des Abonnements.`;
    case 'invoice':
      return isStripe
        ? `Schreiben Sie ${KEYS} in die Metadaten der Rechnung (bei einem Checkout invoice_creation.invoice_data.metadata).`
        : `Schreiben Sie ${KEYS} in die Metadaten der Rechnung.`;
  }
}
