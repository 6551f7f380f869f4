import { common } from '../../texts/common.js';
import { texts } from '../../texts/integration.js';
/** What the snippets are filled with. */
export interface Facts {
  readonly programId: string;
  /** The address of the service as the browser sees it, without a slash at the end. */
  readonly baseUrl: string;
}

/** One variant of a step. */
export interface Way {
  readonly key: string;
  readonly label: string;
  readonly text: string;
  readonly code: string;
}

/** How clicks are recorded. */
export function pageviewWays({ programId, baseUrl }: Facts): readonly Way[] {
  return [
    {
      key: 'script',
      label: texts.scriptTag,
      text: texts.addThisToEveryPage,
      code: `<script async src="${baseUrl}/js/svc-tracker.js" data-svc-program-id="${programId}"></script>`,
    },
    {
      key: 'npm',
      label: texts.npmPackage,
      text: texts.forAppsWithABundler,
      code: `npm install @svc/browser\n\nimport { init } from '@svc/browser';\n\ninit({ programId: ${programId}, baseUrl: '${baseUrl}' });`,
    },
  ];
}

const keyed = (baseUrl: string) =>
  `import { isSettled, readClickId, Svc } from '@svc/node';\n\nconst svc = new Svc(process.env.SVC_API_KEY, { baseUrl: '${baseUrl}' });\n\nconst log = (result) => {\n  if (!isSettled(result)) console.error('svc', result);\n};`;

/** How leads are recorded. */
export function referralWays({ baseUrl }: Facts): readonly Way[] {
  return [
    {
      key: 'node',
      label: texts.nodeJs,
      text: texts.callThisOnYourServer,
      code: `npm install @svc/node\n\n${keyed(baseUrl)}\n\n// Where the account is made: request is the visitor's request, user the new account.\n// Without await, so that nobody waits for a report.\nsvc.trackLead({\n  customerExternalId: user.id,\n  clickId: readClickId(request),\n}).then(log);`,
    },
    {
      key: 'http',
      label: texts.http,
      text: texts.forAnyOtherLanguage,
      code: `curl ${baseUrl}/api/v1/track/lead \\\n  -H "Authorization: Bearer $SVC_API_KEY" \\\n  -H "Content-Type: application/json" \\\n  -d '{"customer_key":"user-1","click_id":"'"$CLICK_ID"'"}'`,
    },
    {
      key: 'page',
      label: texts.browser,
      text: texts.forSitesWithoutAServer,
      code: `// user: the account that was just made, as your page knows it.\nawait window.svc?.signup(user.id, user.email);`,
    },
  ];
}

/** How sales are recorded. */
export function paymentWays({ programId, baseUrl }: Facts): readonly Way[] {
  return [
    {
      key: 'processor',
      label: common.paymentProvider,
      text: texts.connectYourStripeAccount,
      code: `import { readClickId } from '@svc/node';\n\n// Where the checkout starts: request is the customer's request, user their account, stripe your client.\nconst metadata = {\n  program_id: '${programId}',\n  svc_customer_key: user.id,\n  svc_click_id: readClickId(request) ?? '',\n};\nawait stripe.checkout.sessions.create({\n  mode: 'subscription',\n  metadata,\n  subscription_data: { metadata }, // or renewals are credited to nobody\n  // …\n});`,
    },
    {
      key: 'node',
      label: texts.nodeJs,
      text: texts.reportEachPaymentAndRefund,
      code: `${keyed(baseUrl)}\n\n// After a payment: request is the customer's request, user their account, invoice what they paid.\nsvc.trackSale({\n  customerExternalId: user.id,\n  clickId: readClickId(request),\n  amount: invoice.amountCents,\n  invoiceId: invoice.id,\n}).then(log);\n\n// After a refund of all of it.\nsvc.trackRefund({ invoiceId: invoice.id }).then(log);`,
    },
    {
      key: 'http',
      label: texts.http,
      text: texts.forAnyOtherLanguageUse,
      code: `curl ${baseUrl}/api/v1/track/sale \\\n  -H "Authorization: Bearer $SVC_API_KEY" \\\n  -H "Content-Type: application/json" \\\n  -d '{"transaction_id":"invoice-1","customer_key":"user-1","amount_cents":4900}'`,
    },
  ];
}
