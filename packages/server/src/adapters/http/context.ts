import type { ErrorCode } from '@svc/contract';
import type { Caller } from '@svc/core';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Auth } from '../../auth/create-auth.js';
import type { Now } from '../../clock.js';
import type { Encryption } from '../../crypto/encryption.js';
import type { EventNews } from '../../events/event-news.js';
import type { EventWatch } from '../../events/event-watch.js';
import type { StopLinks } from '../../features/notifications/stop-links.js';
import type { SealKeys } from '../../features/seals/seal-keys.js';
import type { SecurityLog } from '../../features/security/security-log.js';
import type { Tracking } from '../../ingest/index.js';
import type { WorkThread } from '../../long-work/work-thread.js';
import type { Mailer } from '../../mail/mailer.js';
import type { LongWork } from '../../operations/long-work.js';
import type { Reads } from '../../operations/reads.js';
import type { WebhookServices } from '../../operations/services.js';
import type { StoredResponses } from '../../operations/stored-responses.js';
import type { Connections } from '../../payments/connections/connections.js';
import type { Connector } from '../../payments/connector.js';
import type { Processor } from '../../payments/processor.js';
import type { Providers, WebhookEndpoint } from '../../payments/provider.js';
import type { LinkParameters } from './browser/link-parameters.js';
import type { OriginCatalog } from './browser/origins.js';
import type { KeyUses } from './key-uses.js';
import type { KnownHosts } from './known-hosts.js';
import type { ManagementKeys } from './management/management-keys.js';
import type { SessionLimits } from './management/session-limits.js';
import type { Metrics } from './metrics.js';
import type { RouteObserver } from './observe.js';
import type { RateLimits } from './rate-limits.js';
import type { LinkDomains } from './redirect/link-domains.js';
import type { RedirectCatalog } from './redirect/redirect-catalog.js';
import type { RefusedRequestLog } from './refused-requests.js';
import type { ApiKeys } from './server/api-keys.js';

import type { Visitors } from './visitors.js';

/** What of the configuration the HTTP application depends on. */
export interface HttpSettings {
  /** The service as the outside sees it: scheme://host[:port]. */
  readonly baseUrl: string;
  readonly rateLimit: boolean;
  /** Whose forwarding headers are believed: nobody's, everybody's, a number of hops, or addresses and ranges. */
  readonly trustProxy: boolean | number | readonly string[];
  /** Names under which the service may be asked besides that of `baseUrl` and loopback, as `hostnameOf` writes them. */
  readonly hosts: readonly string[];
  /** `hashSecret` of what the first setup takes from another machine. */
  readonly setupTokenHash: Buffer;
  /** Where TXT records are read, as `textRecordsFrom` takes it; null: from the name servers of the machine. */
  readonly dnsServer: string | null;
  /** What /metrics takes as a Bearer token; null: it is not found. */
  readonly metricsToken: string | null;
  /** Whether /docs, /openapi.json, /docs.md and /llms.txt are served. */
  readonly publicDocs: boolean;
}

/** Where the process stands. Requests are served only while `serving`; the owner of the process changes it. */
export interface Lifecycle {
  phase: 'starting' | 'serving' | 'stopping';
}

/** What the HTTP application is built from. */
export interface AppDependencies {
  readonly settings: HttpSettings;
  readonly now: Now;
  readonly database: { readonly pool: Pool; readonly trackingPool: Pool; readonly readPool: Pool };
  readonly tracking: Tracking;
  readonly eventNews: EventNews;
  /** Closed with the application. */
  readonly eventWatch: EventWatch;
  readonly providers: Providers;
  readonly webhooks: readonly WebhookEndpoint[];
  readonly processor: Processor;
  readonly connector: Connector;
  readonly connections: Connections;
  readonly auth: Auth;
  readonly mailer: Mailer;
  /** Encrypts payout details. */
  readonly encryption: Encryption;
  readonly webhookServices: WebhookServices;
  /** Read the links in emails that end them. */
  readonly stopLinks: StopLinks;
  readonly storedResponses: StoredResponses;
  readonly sealKeys: SealKeys;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly lifecycle: Lifecycle;
  /** Folder of the built web application; null: there is none. */
  readonly webFolder: string | null;
  /** The built browser script; null: there is none. */
  readonly trackerScript: string | null;
  /** Folder of the guides as text; null: there is none. */
  readonly guidesFolder: string | null;
  /** How often it is written from where keys were used (10,000). */
  readonly writeKeyUsesEveryMs?: number | undefined;
  /** How long refused tracking requests are gathered before they are written (1,000). */
  readonly writeRefusedEveryMs?: number | undefined;
  /** How long a request waits for work that takes long before it gets a job (30,000). */
  readonly longWorkPatienceMs?: number | undefined;
}

/** What routes share: the dependencies, and what the application keeps in memory beside them. */
export interface HttpContext extends AppDependencies {
  readonly securityLog: SecurityLog;
  readonly reads: Reads;
  readonly apiKeys: ApiKeys;
  readonly keyUses: KeyUses;
  readonly refusedRequests: RefusedRequestLog;
  readonly managementKeys: ManagementKeys;
  readonly origins: OriginCatalog;
  readonly linkParameters: LinkParameters;
  readonly visitors: Visitors;
  readonly redirects: RedirectCatalog;
  readonly linkDomains: LinkDomains;
  readonly limits: RateLimits;
  readonly sessionLimits: SessionLimits;
  /** Computes in another thread; closed with the application. */
  readonly computing: WorkThread;
  /** Runs what takes long; closed with the application. */
  readonly longWork: LongWork;
  readonly hosts: KnownHosts;
  /** Counts, times and logs the answers of a route that is not observed by itself. */
  observerOf(route: string): RouteObserver;
  /** Drops what is remembered of links, keys and origins; call it after changing any of them. */
  forgetConfiguration(): void;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What is answered when the route fails for no fault of the caller; `internal` when not given. */
    failure?: ErrorCode;
    /** Served in every phase of the process. */
    isAlwaysServed?: boolean;
    /** Served whatever host the request names: monitoring asks by address. */
    isForAnyHost?: boolean;
  }
  interface FastifyInstance {
    /** Drops what is remembered of links, keys and origins, after a change from outside of the application. */
    forgetConfiguration(): void;
  }
  interface FastifyRequest {
    /** By what right the caller of a tracking route speaks; set before its body is read. */
    caller: Caller | null;
  }
}
