import '@mantine/spotlight/styles.layer.css';
import { Kbd } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useRead } from '../api/use-read.js';
import { formatMoney } from '../format/money.js';
import { useWorkspace } from '../session/session.js';
import { common } from '../texts/common.js';
import { texts } from '../texts/finder.js';
import { actionsIn } from './finder-actions.js';
import { addressOfItem, GO_KEY, type NavigationGroup } from './navigation.js';

const TYPING_MS = 150;
const MOST_OF_A_KIND = '5';
const MOST_PARTNERS = '200';
/** A word that is an amount, with or without a currency. */
const IS_AMOUNT = /^(\p{Sc}|[A-Z]{3})? ?\d[\d.,]* ?(\p{Sc}|[A-Z]{3})?$/iu;

const [store, spotlight] = createSpotlight();

interface Found {
  readonly id: string;
  readonly label: string;
  readonly description?: string | undefined;
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
}

interface FoundGroup {
  readonly label: string;
  readonly found: readonly Found[];
}

/** The window that finds pages, and in a program its partners, customers, sales, links, codes and what can be done, while one types. */
export function Finder({
  groups,
  params,
  programId,
  asked,
}: {
  readonly groups: readonly NavigationGroup[];
  readonly params: Readonly<Record<string, string>>;
  /** Undefined: only pages are found. */
  readonly programId: string | undefined;
  /** Opens whenever it changes. */
  readonly asked: number;
}) {
  const [typed, setTyped] = useState('');
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is asked for, which is all that counts
  useEffect(() => spotlight.open(), [asked]);
  const query = typed.trim();
  const [settled] = useDebouncedValue(query, TYPING_MS);
  const { found, isSearching } = useFound(programId, settled);
  const pages = pagesIn(groups, params, query);
  const actions = useActions(programId, query);
  const go = ({ to, search = {} }: Found) => void navigate({ to, search: search as never });
  const isEmpty =
    pages.length === 0 && actions.length === 0 && found.every((group) => group.found.length === 0);
  return (
    <Spotlight.Root
      store={store}
      query={typed}
      onQueryChange={setTyped}
      shortcut={null}
      attributes={{ content: { 'aria-label': texts.findAnything } }}
      clearQueryOnClose
      centered={false}
      yOffset="12vh"
      scrollable
    >
      <Spotlight.Search
        placeholder={programId === undefined ? texts.findAPage : texts.findEverything}
        aria-label={texts.findAnything}
        leftSection={<IconSearch size={18} aria-hidden />}
      />
      <Spotlight.ActionsList>
        {found.map((group) => (
          <FoundActions key={group.label} group={group} go={go} />
        ))}
        <FoundActions group={{ label: texts.pages, found: pages }} go={go} keys={keysOf(groups, params)} />
        <FoundActions group={{ label: texts.actions, found: actions }} go={go} />
        {isEmpty && <Spotlight.Empty>{isSearching ? texts.searching : texts.nothingFound}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

function FoundActions({
  group: { label, found },
  go,
  keys = new Map(),
}: {
  readonly group: FoundGroup;
  readonly go: (one: Found) => void;
  readonly keys?: ReadonlyMap<string, string>;
}) {
  if (found.length === 0) return null;
  return (
    <Spotlight.ActionsGroup label={label}>
      {found.map((one) => (
        <Spotlight.Action
          key={one.id}
          label={one.label}
          description={one.description}
          rightSection={keys.has(one.to) && <Keys letter={keys.get(one.to) ?? ''} />}
          onClick={() => go(one)}
        />
      ))}
    </Spotlight.ActionsGroup>
  );
}

function Keys({ letter }: { readonly letter: string }) {
  return (
    <span aria-hidden>
      <Kbd size="xs">{GO_KEY}</Kbd> <Kbd size="xs">{letter}</Kbd>
    </span>
  );
}

function useActions(programId: string | undefined, query: string): readonly Found[] {
  const permissions = useWorkspace()?.permissions ?? [];
  if (programId === undefined) return [];
  return actionsIn(programId)
    .filter(
      ({ label, words = '', needs }) => permissions.includes(needs) && hasWords(`${label} ${words}`, query),
    )
    .map(({ label, to, search = {} }) => ({ id: `action ${label}`, label, to, search }));
}

/** Whether a text has every word of a query, or its beginning, in any order. */
function hasWords(text: string, query: string): boolean {
  const within = text.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => within.includes(word));
}

function pagesIn(
  groups: readonly NavigationGroup[],
  params: Readonly<Record<string, string>>,
  query: string,
): readonly Found[] {
  return groups.flatMap(({ label: group, items }) =>
    items
      .filter(({ label }) => hasWords(label, query))
      .map((item) => ({
        id: item.to,
        label: item.label,
        // A page that is called like its group needs no second word.
        description: group === item.label ? undefined : group,
        to: addressOfItem(item, params),
      })),
  );
}

function keysOf(
  groups: readonly NavigationGroup[],
  params: Readonly<Record<string, string>>,
): ReadonlyMap<string, string> {
  return new Map(
    groups.flatMap(({ items }) =>
      items.flatMap((item) =>
        item.key === undefined ? [] : [[addressOfItem(item, params), item.key] as const],
      ),
    ),
  );
}

/** What a program has for a text, a few of each kind. */
function useFound(
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
  if (!settings.enabled) return { found: [], isSearching: false };
  const place = `/p/${programId}`;
  const groups: readonly FoundGroup[] = [
    {
      label: texts.partners,
      found: (partners.data?.data ?? []).map(({ id, name, email }) => ({
        id: `partner ${id}`,
        label: name,
        description: email,
        to: `${place}/partners/${id}`,
      })),
    },
    {
      label: common.customers,
      found: (customers.data?.data ?? []).map(({ id, customer_key: key }) => ({
        id: `customer ${id}`,
        label: key ?? common.customerNumber({ id }),
        to: `${place}/customers/${id}`,
      })),
    },
    {
      label: common.sales,
      found: (sales.data?.data ?? []).map(({ id, transaction_id: transaction, customer_key: key }) => ({
        id: `sale ${id}`,
        label: transaction,
        description: key ?? undefined,
        to: `${place}/sales`,
        search: { sale: String(id) },
      })),
    },
    { label: common.commissions, found: commissions.found },
    {
      label: common.links,
      found: (links.data?.data ?? []).map(({ id, short_link: link, destination_url: url }) => ({
        id: `link ${id}`,
        label: link,
        description: url ?? undefined,
        to: `${place}/links/${id}`,
      })),
    },
    {
      label: texts.codes,
      found: (codes.data?.data ?? []).map(({ id, code }) => ({
        id: `code ${id}`,
        label: code,
        to: `${place}/codes/${id}`,
      })),
    },
  ];
  const isSearching = [partners, customers, sales, commissions, links, codes].some((read) => read.isFetching);
  return { found: groups, isSearching };
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
