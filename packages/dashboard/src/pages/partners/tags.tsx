import { Autocomplete, Badge, Group, TagsInput } from '@mantine/core';
import { useRead } from '../../api/use-read.js';
import { useWrite } from '../../api/use-write.js';
import { useCan, useProgramId } from '../../session/session.js';
import { texts } from '../../texts/partners.js';
import { useSavedAtOnce } from '../../ui/use-saved-at-once.js';
import type { PartnerDetail } from './partner-detail.js';

// As the service takes them.
const MAX_TAGS = 20;
const MAX_TAG_LENGTH = 30;

/** Tags of a partner as chips; nothing where there are none. */
export function TagChips({ tags }: { readonly tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <Group gap={4} component="span">
      {tags.map((tag) => (
        <Badge key={tag} component="span" variant="default" tt="none" fw={500} maw="100%">
          {tag}
        </Badge>
      ))}
    </Group>
  );
}

/** The tags of the program's partners, the most used ones first. */
export function useKnownTags(): readonly string[] {
  const programId = useProgramId();
  const { data } = useRead('/api/programs/{programId}/partner-tags', { path: { programId } });
  return data?.data.map(({ tag }) => tag) ?? [];
}

const splitTags = (typed: string) =>
  typed
    .split(/[,;]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');

/** Takes tags, with those of other partners as suggestions. */
export function TagsField({
  value,
  onChange,
  label = texts.tags,
  description,
}: {
  readonly value: readonly string[];
  readonly onChange: (tags: string[]) => void;
  readonly label?: string;
  readonly description?: string;
}) {
  const known = useKnownTags();
  return (
    <TagsInput
      label={label}
      description={description}
      placeholder={value.length === 0 ? texts.addATag : undefined}
      data={[...known]}
      value={[...value]}
      // Also what was pasted, which comes as one.
      onChange={(next) => onChange([...new Set(next.flatMap(splitTags))])}
      maxTags={MAX_TAGS}
      maxLength={MAX_TAG_LENGTH}
      splitChars={[',', ';']}
      acceptValueOnBlur
    />
  );
}

/** Takes one tag, with those of other partners as suggestions. */
export function TagSelect({
  value,
  onChange,
  error,
}: {
  readonly value: string;
  readonly onChange: (tag: string) => void;
  readonly error: string | null;
}) {
  const known = useKnownTags();
  return (
    <Autocomplete
      label={texts.tag}
      data={[...known]}
      value={value}
      onChange={onChange}
      maxLength={MAX_TAG_LENGTH}
      error={error}
      required
      data-autofocus
    />
  );
}

/** The tags of a partner. What is added or taken away is kept at once. */
export function PartnerTags({ partner }: { readonly partner: PartnerDetail }) {
  const canWrite = useCan('partner:write');
  if (canWrite) return <EditedTags partner={partner} />;
  return <TagChips tags={partner.tags} />;
}

function EditedTags({ partner: { id, tags } }: { readonly partner: PartnerDetail }) {
  const programId = useProgramId();
  const update = useWrite('patch', '/api/programs/{programId}/partners/{id}');
  const [shown, choose] = useSavedAtOnce<readonly string[]>(tags, async (next) => {
    const answer = await update.sendAndWait({ path: { programId, id }, body: { tags: [...next] } });
    return answer && { stored: answer.tags };
  });
  return <TagsField value={shown} onChange={choose} />;
}
