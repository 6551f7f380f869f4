import { Card, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import type { Answer } from '../../api/client.js';
import { useRead } from '../../api/use-read.js';
import { useWrite } from '../../api/use-write.js';
import { texts } from '../../texts/notifications.js';
import { TextLink } from '../../ui/links.js';
import { PageHeader } from '../../ui/page-header.js';
import { SectionTitle } from '../../ui/section-title.js';
import { EmptyState, ErrorState, Loading } from '../../ui/states.js';
import { useSavedAtOnce } from '../../ui/use-saved-at-once.js';

type Setting = Answer<'/api/me/notification-settings'>['data'][number];

const AUDIENCES = ['partner', 'team'] as const;

/** How the signed-in user gets each kind of notification. */
export function NotificationSettingsPage() {
  const { data, error, refetch } = useRead('/api/me/notification-settings', {});
  const settings = data?.data;
  return (
    <>
      <TextLink to="/account" size="sm">
        <Group gap={4} component="span" mb={4} style={{ display: 'inline-flex' }}>
          <IconArrowLeft size={14} aria-hidden />
          {texts.backToAccount}
        </Group>
      </TextLink>
      <PageHeader title={texts.notifications} description={texts.chooseNotifications} />
      {error !== null && settings === undefined && <ErrorState error={error} retry={() => void refetch()} />}
      {error === null && settings === undefined && <Loading />}
      {settings?.length === 0 && <EmptyState title={texts.nothingToChoose} text={texts.nothingToChooseYet} />}
      <Stack gap="lg" maw={760}>
        {AUDIENCES.map((audience) => {
          const own = settings?.filter((one) => one.audience === audience) ?? [];
          return own.length > 0 && <Audience key={audience} audience={audience} settings={own} />;
        })}
      </Stack>
    </>
  );
}

function Audience({
  audience,
  settings,
}: {
  readonly audience: Setting['audience'];
  readonly settings: readonly Setting[];
}) {
  return (
    <Card component="section" aria-label={texts.audiences[audience]}>
      <SectionTitle id={audience} size="h3" mb="sm">
        {texts.audiences[audience]}
      </SectionTitle>
      <Stack gap="md">
        {settings.map((setting) => (
          <Kind key={setting.kind} setting={setting} />
        ))}
      </Stack>
    </Card>
  );
}

function Kind({ setting: { kind, delivery, choices } }: { readonly setting: Setting }) {
  const save = useWrite('patch', '/api/me/notification-settings', { done: texts.saved });
  const [shown, choose] = useSavedAtOnce(delivery, async (chosen) => {
    const answer = await save.sendAndWait({ body: { kind, delivery: chosen } });
    return answer && { stored: chosen };
  });
  return (
    <Group justify="space-between" gap="xs">
      <div style={{ flex: '1 1 18rem' }}>
        <Text fw={500} component="label" htmlFor={`delivery-${kind}`}>
          {texts.kinds[kind]}
        </Text>
        {kind in HINTS && (
          <Text size="sm" c="dimmed">
            {HINTS[kind]}
          </Text>
        )}
      </div>
      <NativeSelect
        id={`delivery-${kind}`}
        w={{ base: '100%', xs: 260 }}
        value={shown}
        data={choices.map((value) => ({ value, label: texts.deliveries[value] }))}
        onChange={(event) => choose(event.currentTarget.value as Setting['delivery'])}
      />
    </Group>
  );
}

const HINTS: Partial<Record<Setting['kind'], string>> = {
  partner_approved: texts.approvedHint,
  commission_earned: texts.togetherHint,
  commission_reassigned: texts.togetherHint,
  commission_rejected: texts.togetherHint,
  application_received: texts.withinAnHourHint,
  commission_flagged: texts.togetherHint,
  payouts_ready: texts.readyHint,
  weekly_digest: texts.digestHint,
};
