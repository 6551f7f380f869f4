import type { Answer, Row } from '../api/client.js';
import { useRead } from '../api/use-read.js';
import { formatMoney } from '../format/money.js';
import { common } from '../texts/common.js';
import { texts } from '../texts/finder.js';

const MOST_OF_A_KIND = '5';
const MOST_PARTNERS = '200';
/** A word that is an amount, with or without a currency. */
const IS_AMOUNT = /^(\p{Sc}|[A-Z]{3})? ?\d[\d.,]* ?(\p{Sc}|[A-Z]{3})?$/iu;

/** Something that was found, and the page it is on. */
export interface Found {
  readonly id: string;
  readonly label: string;
  readonly description?: string | undefined;
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
  /** The part of the page. */
  readonly hash?: string | undefined;
}

export interface FoundGroup {
  readonly label: string;
  readonly found: readonly Found[];
}

type Program = number | string;
type ListOf<Kind extends 'partners' | 'customers' | 'sales' | 'codes'> =
  | Answer<`/api/programs/{programId}/${Kind}`>
  | undefined;

/** The partners of a program as they are found. */
export function partnersOf(programId: Program, list: ListOf<'partners'>): Found[] {
  return (list?.data ?? []).map(({ id, name, email }) => ({
    id: `partner ${id}`,
    label: name,
    description: email,
    to: `/p/${programId}/partners/${id}`,
  }));
}

/** Its customers. */
export function customersOf(programId: Program, list: ListOf<'customers'>): Found[] {
  return (list?.data ?? []).map(({ id, customer_key: key }) => ({
    id: `customer ${id}`,
    label: key ?? common.customerNumber({ id }),
    to: `/p/${programId}/customers/${id}`,
  }));
}

/** Its sales. */
export function salesOf(programId: Program, list: ListOf<'sales'>): Found[] {
  return (list?.data ?? []).map(({ id, transaction_id: transaction, customer_key: key }) => ({
    id: `sale ${id}`,
    label: transaction,
    description: key ?? undefined,
    to: `/p/${programId}/sales`,
    search: { sale: String(id) },
  }));
}

/** Its codes. */
export function codesOf(programId: Program, list: ListOf<'codes'>): Found[] {
  return (list?.data ?? []).map(({ id, code }) => ({
    id: `code ${id}`,
    label: code,
    to: `/p/${programId}/codes/${id}`,
  }));
}

/** What a program has for a text, a few of each kind. */
export function useFound(
  programId: string | undefined,
  q: string,
): { readonly found: readonly FoundGroup[]; readonly isSearching: boolean } {
  const input = { path: { programId: programId ?? '' }, query: { q, limit: MOST_OF_A_KIND } };
  const settings = { enabled: programId !== undefined && q !== '' };
  const partners = useRead('/api/programs/{programId}/partners', input, settings);
  const customers = useRead('/api/programs/{programId}/customers', input, settings);
  const sales = useRead('/api/programs/{programId}/sales', input, settings);
  const commissions = useFoundCommissions(programId, q);
  const links = useRead('/api/programs/{programId}/links', input, settings);
  const codes = useRead('/api/programs/{programId}/codes', input, settings);
  if (programId === undefined || q === '') return { found: [], isSearching: false };
  return {
    found: [
      { label: texts.partners, found: partnersOf(programId, partners.data) },
      { label: common.customers, found: customersOf(programId, customers.data) },
      { label: common.sales, found: salesOf(programId, sales.data) },
      { label: common.commissions, found: commissions.found },
      { label: common.links, found: (links.data?.data ?? []).map((link) => foundLink(programId, link)) },
      { label: texts.codes, found: codesOf(programId, codes.data) },
    ],
    isSearching: [partners, customers, sales, commissions, links, codes].some((read) => read.isFetching),
  };
}

function foundLink(
  programId: Program,
  { id, short_link: link, destination_url: url }: Row<'/api/programs/{programId}/links'>,
): Found {
  return {
    id: `link ${id}`,
    label: link,
    description: url ?? undefined,
    to: `/p/${programId}/links/${id}`,
  };
}

/** Commissions of an amount, alone or with other words; by other words alone they would be those of the sales that are found. */
function useFoundCommissions(
  programId: string | undefined,
  q: string,
): { readonly found: readonly Found[]; readonly isFetching: boolean } {
  const isAsked = programId !== undefined && q.split(/\s+/).some((word) => IS_AMOUNT.test(word));
  const read = useRead(
    '/api/programs/{programId}/commissions',
    { path: { programId: programId ?? '' }, query: { q, limit: MOST_OF_A_KIND } },
    { enabled: isAsked },
  );
  const rows = isAsked ? (read.data?.data ?? []) : [];
  const partners = useRead(
    '/api/programs/{programId}/partners',
    { path: { programId: programId ?? '' }, query: { limit: MOST_PARTNERS } },
    { enabled: rows.length > 0 },
  );
  const nameOf = (partnerId: number) => partners.data?.data.find((one) => one.id === partnerId)?.name;
  const found = rows.map(
    ({ id, amount_cents: cents, currency, partner_id, transaction_id: sale, customer_key: key }) => ({
      id: `commission ${id}`,
      label: formatMoney(cents, currency),
      // A sale that was assigned has a commission of each partner: only the name tells them apart.
      description: [nameOf(partner_id), sale ?? key].filter(Boolean).join(' · ') || undefined,
      to: `/p/${programId}/commissions`,
      search: { explain: String(id) },
    }),
  );
  return { found, isFetching: read.isFetching };
}
