import type { EnrollmentStatus, Facts, Link } from '@svc/core';
import { LRUCache } from 'lru-cache';
import type { Statement } from '../database/statements.js';
import { lookUp } from './look-up.js';
import { servesHost } from './serving-hosts.js';

const MAX_LINKS = 20_000;
const LINK_TTL_MS = 3_000;

interface LinkRow {
  id: number;
  short_link: string;
  short_link_key: string;
  program_id: number | null;
  partner_id: number | null;
  enrollment_id: number | null;
  enrollment_status: EnrollmentStatus | null;
  cookie_window_days: number | null;
  currency: string | null;
  allowed_origins: string[];
}

/** The links a click may name, from memory where they were read within the last few seconds. */
export interface LinkCatalog {
  /** Adds the links with these keys to the facts; those not in memory when the statement it gives has been answered. */
  load(facts: Facts, keys: ReadonlySet<string>): Statement | null;
  /** Forgets everything, after a change of configuration in this process. */
  clear(): void;
}

/**
 * A bounded cache of links, so that a click costs no read. Other processes see a change of a link, its partner's
 * status or its program's origins after three seconds at most. Unknown links are not remembered: a new one works at once.
 */
export function createLinkCatalog(): LinkCatalog {
  const cache = new LRUCache<string, Link>({ max: MAX_LINKS, ttl: LINK_TTL_MS });
  return {
    load(facts, keys) {
      const missing: string[] = [];
      for (const key of keys) {
        const link = cache.get(key);
        if (link !== undefined) facts.links.set(key, link);
        else if (isStorable(key)) missing.push(key);
      }
      return readLinks(missing, (key, link) => {
        cache.set(key, link);
        facts.links.set(key, link);
      });
    },
    clear() {
      cache.clear();
    },
  };
}

/** PostgreSQL's text takes neither NUL nor half a surrogate pair, so no link can have such a name. */
function isStorable(key: string): boolean {
  return !key.includes('\0') && key.isWellFormed();
}

function readLinks(keys: readonly string[], onLink: (key: string, link: Link) => void): Statement | null {
  return lookUp<LinkRow>(
    'load-links',
    keys,
    `select l.id, l.short_link, l.short_link_key, l.program_id, l.partner_id, e.id as enrollment_id,
                  -- A link that is off, and one of an archived program, is answered like a suspended partner's.
                  case when l.deactivated_at is null and p.archived_at is null then e.status else 'suspended' end
                    as enrollment_status,
                  p.cookie_window_days, p.currency,
                  array(select o.origin from program_origins o
                         where o.program_id = l.program_id and ${servesHost('o.host', 'p.workspace_id')}) as allowed_origins
             from links l
             left join programs p on p.id = l.program_id
             left join enrollments e on e.program_id = l.program_id and e.partner_id = l.partner_id
            where l.short_link_key = any($1::text[])`,
    (row) => onLink(row.short_link_key, linkFromRow(row)),
  );
}

function linkFromRow(row: LinkRow): Link {
  return {
    id: row.id,
    shortLink: row.short_link,
    programId: row.program_id,
    partnerId: row.partner_id,
    enrollmentId: row.enrollment_id,
    enrollmentStatus: row.enrollment_status,
    cookieWindowDays: row.cookie_window_days,
    currency: row.currency,
    allowedOrigins: new Set(row.allowed_origins),
  };
}
