import { Group, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { addressOf } from '../../api/client.js';
import { useRead } from '../../api/use-read.js';
import { serverNow } from '../../format/clock.js';
import { formatMonth } from '../../format/time.js';
import { currentLanguage } from '../../language/current.js';
import { usePartnerProgram, useProgramId } from '../../session/session.js';
import { texts } from '../../texts/portal.js';
import { DownloadLink, LongDownloadLink } from '../../ui/download-link.js';

const MOST_MONTHS = 24;

/** The months since a moment (UTC), the newest first. */
function monthsSince(fromMs: number, nowMs: number): { value: string; label: string }[] {
  const now = new Date(nowMs);
  const all = Array.from(
    { length: MOST_MONTHS },
    (_, index) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - index)),
  );
  const first = new Date(fromMs).toISOString().slice(0, 7);
  return all
    .map((month) => month.toISOString().slice(0, 10))
    .map((day) => ({ value: day.slice(0, 7), label: formatMonth(day) }))
    .filter(({ value }) => value >= first);
}

/** A statement of one month as a PDF file, and the account of that month as a signed file. */
export function MonthlyStatement() {
  const programId = useProgramId();
  const { joined_at: joinedAt } = usePartnerProgram();
  const { data: oldest } = useRead('/api/partner/programs/{programId}/commissions', {
    path: { programId },
    query: { sort: 'created_at', limit: '1' },
  });
  // What was imported was earned before the partner joined here.
  const first = [joinedAt, ...(oldest?.data ?? []).map(({ created_at: at }) => at)].map(Date.parse);
  const months = monthsSince(Math.min(...first), serverNow());
  const [month, setMonth] = useState(months[0]?.value ?? '');
  return (
    <Group gap="xs">
      <NativeSelect
        aria-label={texts.month}
        data={months}
        value={month}
        onChange={(event) => setMonth(event.currentTarget.value)}
      />
      <LongDownloadLink
        href={addressOf('/api/partner/programs/{programId}/statements/{month}/pdf', {
          path: { programId, month },
          query: { language: statementLanguage() },
        })}
      >
        {texts.monthlyStatement}
      </LongDownloadLink>
      <DownloadLink
        href={addressOf('/api/partner/programs/{programId}/statements/{month}', {
          path: { programId, month },
        })}
        fileName={`statement-${month}.json`}
      >
        {texts.signedStatement}
      </DownloadLink>
    </Group>
  );
}

/** The language in which files are written for this page's reader. */
export function statementLanguage(): 'en' | 'de' {
  return currentLanguage() === 'de' ? 'de' : 'en';
}
