import { messages } from '../language/messages.js';

/** Texts of the integration pages. */
export const texts = messages('integration', {
  integration: 'Integration',
  connectYourSiteInThree: 'Connect your site in three steps. This page updates automatically.',
  everythingIsConnected: 'Everything is live',
  ofStepsLive: '{done} of {steps} steps live',
  liveIn7Days: {
    click:
      '{count, plural, =0 {No real clicks in the last 7 days. Tests do not count.} one {# real click in the last 7 days.} other {# real clicks in the last 7 days.}}',
    signUp:
      '{count, plural, =0 {No real sign-ups in the last 7 days. Tests do not count.} one {# real sign-up in the last 7 days.} other {# real sign-ups in the last 7 days.}}',
    sale: '{count, plural, =0 {No real sales in the last 7 days. Tests do not count.} one {# real sale in the last 7 days.} other {# real sales in the last 7 days.}}',
  },
  refusedInTheLast7Days: 'Refused in the last 7 days',
  fromASiteThatIsNotListed:
    '{count, plural, one {# request} other {# requests}} from {origin}, which is not one of the sites above. Add it if it is yours. Latest: {time}',
  withAnUnknownLink:
    '{count, plural, one {# click} other {# clicks}} with {value}, which no link of an approved partner has. Latest: {time}',
  clicksSignUpsAndPayments: 'Clicks, sign-ups and payments are being recorded. You’re all set.',
  lastChecked: 'Last checked {time}',
  viewEvents: 'View events',
  beforeYouTest: 'Before you test',
  addAPartnerFirst: 'Add a partner first',
  testEventsFollowAPartners:
    'Test events follow a partner’s link, and this program has no approved partners yet.',
  inviteAPartner: 'Invite a partner',
  tellYourTeam: 'New sales in Slack, Discord or your own systems: {link}',
  resources: 'Resources',
  authenticateYourServer: '{link}: authenticate your server',
  everyRequestWithItsFields: '{link}: every request, with its fields and responses',
  http: 'HTTP',
  httpReference: 'HTTP reference',
  guidesForTheBrowser: '{link}: the browser, the server, your payment provider, test mode and every error',
  guides: 'Guides',
  keepClickInSafari:
    'Safari deletes cookies of the script after seven days, some after 24 hours. To keep the click longer, call lastingClickIdCookie of @svc/node on your own server.',
  scriptTag: 'Script tag',
  addThisToEveryPage:
    'Add this to every page where visitors arrive. Loads asynchronously; never blocks your page.',
  npmPackage: 'npm package',
  forAppsWithABundler: 'For apps with a bundler. Run it once, when your app starts.',
  nodeJs: 'Node.js',
  callThisOnYourServer:
    'Call this on your server when an account is created. The click ID is in the cookie of the visitor’s request.',
  forAnyOtherLanguage:
    'For any other language. The click ID is in the svc_click_id cookie of the visitor’s request.',
  browser: 'Browser',
  forSitesWithoutAServer:
    'For sites without a server. Call this once the account exists. Reporting from your server is more reliable.',
  connectYourStripeAccount:
    'Connect your Stripe account and add this metadata to each checkout. Sales, renewals and refunds are then recorded automatically.',
  reportEachPaymentAndRefund:
    'Report each payment and refund from your server. Amounts are in the smallest currency unit: 49.00 is 4900.',
  forAnyOtherLanguageUse:
    'For any other language. Use your own transaction ID, so that a sale can safely be sent again.',
  trackVisits: 'Track visits',
  rememberWhichPartnersLinkBrought: 'Remember which partner’s link brought each visitor.',
  waysToTrackVisits: 'Ways to track visits',
  noSiteCanReportVisits: 'No site can report visits yet. ',
  onlyTheseSitesCanReport: 'Only these sites can report visits. ',
  addASite: 'Add a site',
  change: 'Change',
  reportSignUps: 'Report sign-ups',
  linkTheVisitor: 'Link the visitor to their account, so later payments are credited to the right partner.',
  waysToReportSignUps: 'Ways to report sign-ups',
  thisProgramAcceptsSignUps: 'This program accepts sign-ups from servers only. {link}',
  programSettings: 'Program settings',
  svcApiKey: 'SVC_API_KEY is an API key for this program. {link}',
  getAKey: 'Get a key',
  reportPayments: 'Report payments',
  eachPaymentFromAReferred:
    'Each payment from a referred customer is recorded as a sale and can earn a commission.',
  paymentProvider: 'Payment provider:',
  connectPaymentProvider: 'Connect payment provider',
  thisStepCompletesWhen:
    'This step goes live with the first payment that your server reports. Or connect a payment provider, which reports them for you.',
  waysToReportPayments: 'Ways to report payments',
  sendTest: 'Send test {type}',
  lastTest: 'Last test {type}: {time}',
  recordedAVisitorFollowed: 'Recorded. A visitor followed {affiliateUrl} and got click ID {clickId}.',
  recordedTheVisitorSignedUp: 'Recorded. The visitor signed up as {customerKey}.',
  recordedCustomerPaidInTransaction:
    'Recorded. Customer {customerKey} paid in transaction {transactionId}. Test sales earn no commission.',
  code: '{label} code',
  webhooks: 'Webhooks',
});
