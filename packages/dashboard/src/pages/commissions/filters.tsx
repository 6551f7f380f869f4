import { idField, oneOf, period, type SearchField, useFilters } from '../../session/search.js';
import { texts } from '../../texts/commissions.js';
import { common } from '../../texts/common.js';
import { Filters, SearchFilter, SelectFilter } from '../../ui/filters.js';
import { PartnerFilter } from '../../ui/partner-filter.js';
import { PeriodFilter } from '../../ui/period-filter.js';
import { nameOfStatus } from '../../ui/status-badge.js';
import type { ListPage } from '../../ui/use-list-page.js';
import { COLUMNS } from './columns.js';

const STATUSES = ['pending', 'held', 'payable', 'paid', 'reversed'] as const;
const FLAGS = [
  'any',
  'self_referral',
  'fast_sale',
  'click_burst',
  'paid_search',
  'code_leak',
  'page_named',
] as const;
const currency: SearchField<string> = (value) =>
  typeof value === 'string' && /^[A-Z]{3}$/.test(value) ? value : undefined;

// `explain` and `sale` say what the drawer shows, so that people can share its address.
const FIELDS = {
  status: oneOf(...STATUSES),
  partner: idField,
  currency,
  flag: oneOf(...FLAGS),
  period,
  explain: idField,
  sale: idField,
};

const DRAWERS = ['explain', 'sale'] as const;
export const NARROWING = ['status', 'partner', 'currency', 'flag', 'period'] as const;

/** What is looked for among commissions, as it stands in the address. */
export function useCommissionFilters() {
  const [search, setSearch] = useFilters(FIELDS, DRAWERS);
  const { explain: _explain, sale: _sale, ...narrowing } = search;
  return { search, setSearch, isFiltered: Object.keys(narrowing).length > 0 };
}

type CommissionFiltersState = ReturnType<typeof useCommissionFilters>;

const STATUS_OPTIONS = STATUSES.map((value) => ({ value, label: nameOfStatus(value) }));

const FLAG_OPTIONS = FLAGS.map((value) => ({
  value,
  label: value === 'any' ? texts.anyFlag : common.flags[value],
}));

const VIEW = { list: 'commissions', columns: COLUMNS };

/** The fields that narrow commissions down. */
export function CommissionFilters({
  search,
  setSearch,
  isFiltered,
  currencies,
  page,
}: CommissionFiltersState & {
  readonly page: ListPage<unknown>;
  /** Those there are, in any order and more than once. */
  readonly currencies: readonly string[];
}) {
  const known = [...new Set([...currencies, ...(search.currency === undefined ? [] : [search.currency])])];
  const isNarrowed = isFiltered || page.isSearched;
  return (
    <Filters onClear={isNarrowed ? () => page.clear(...NARROWING) : undefined} files={page.files} view={VIEW}>
      <SearchFilter {...page.search} label={texts.searchCommissions} />
      <SelectFilter
        label={common.status}
        options={STATUS_OPTIONS}
        value={search.status}
        onChange={(status) => setSearch({ status })}
      />
      <SelectFilter
        label={texts.flag}
        options={FLAG_OPTIONS}
        value={search.flag}
        onChange={(flag) => setSearch({ flag })}
      />
      <PartnerFilter value={search.partner} onChange={(partner) => setSearch({ partner })} />
      <PeriodFilter value={search.period} onChange={(next) => setSearch({ period: next })} />
      {(known.length > 1 || search.currency !== undefined) && (
        <SelectFilter
          label={common.currency}
          options={known.map((value) => ({ value, label: value }))}
          value={search.currency}
          onChange={(next) => setSearch({ currency: next })}
        />
      )}
    </Filters>
  );
}
