import { oneOf, text, useFilters } from '../../session/search.js';
import { texts } from '../../texts/partners.js';
import { Filters, SearchFilter, SelectFilter } from '../../ui/filters.js';
import type { ViewedList } from '../../ui/table-menu.js';
import type { ListPage } from '../../ui/use-list-page.js';
import { GroupFilter, groupField } from './group-field.js';
import { useKnownTags } from './tags.js';

/** What the list of partners is narrowed down by, in the address of its page. */
export const PARTNER_FILTERS = {
  status: oneOf('pending', 'approved', 'suspended', 'rejected'),
  tag: text,
  group: groupField,
  account: oneOf('true', 'false'),
};

const ACCOUNTS = [
  { value: 'true', label: texts.hasSignedIn },
  { value: 'false', label: texts.hasNotSignedIn },
] as const;

/** The filters above the list of partners. Who applies has no account yet. */
export function PartnerFilters({
  page,
  view,
  onClear,
}: {
  readonly page: ListPage<unknown>;
  readonly view: ViewedList;
  readonly onClear: (() => void) | undefined;
}) {
  const [{ status, tag, group, account }, setSearch] = useFilters(PARTNER_FILTERS);
  return (
    <Filters files={page.files} view={view} onClear={onClear}>
      <SearchFilter label={texts.searchByNameOrEmail} {...page.search} />
      <TagFilter value={tag} onChange={(next) => setSearch({ tag: next })} />
      <GroupFilter value={group} onChange={(next) => setSearch({ group: next })} />
      {status !== 'pending' && (
        <SelectFilter
          label={texts.account}
          options={ACCOUNTS}
          value={account}
          onChange={(next) => setSearch({ account: next })}
        />
      )}
    </Filters>
  );
}

/** One of the tags that partners have; nothing where none has any. */
function TagFilter({
  value,
  onChange,
}: {
  readonly value: string | undefined;
  readonly onChange: (tag: string | undefined) => void;
}) {
  const known = useKnownTags();
  const tags = value === undefined || known.includes(value) ? known : [value, ...known];
  if (tags.length === 0) return null;
  const options = tags.map((tag) => ({ value: tag, label: tag }));
  return <SelectFilter label={texts.tag} options={options} value={value} onChange={onChange} isSearchable />;
}
