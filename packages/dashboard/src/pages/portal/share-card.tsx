import { Button, Card, Group, Select, Text, Title } from '@mantine/core';
import { IconAdjustments, IconCheck, IconCopy, IconPlus, IconQrcode } from '@tabler/icons-react';
import { useState } from 'react';
import { useList } from '../../api/use-read.js';
import { usePartnerProgram, useProgramId } from '../../session/session.js';
import { viewedPartner } from '../../session/viewing.js';
import { texts as codeTexts } from '../../texts/codes.js';
import { common } from '../../texts/common.js';
import { texts as portalTexts } from '../../texts/portal.js';
import { texts } from '../../texts/share.js';
import { CopyButton } from '../../ui/copy.js';
import { ShareButton } from '../../ui/share-button.js';
import { useCopy } from '../../ui/use-copy.js';
import { LinkBuilder } from './link-builder.js';
import { LinkDrawer } from './link-drawer.js';
import { isUsable, type UsableLink } from './partner-link.js';
import { QrWindow } from './qr-window.js';
import classes from './share-card.module.css';
import { useStanding } from './standing.js';

/** What a partner came for: their link and codes, to copy, show and send. */
export function ShareCard() {
  const programId = useProgramId();
  const { canMakeLinks } = useStanding();
  const { domain } = usePartnerProgram();
  const [isMaking, setIsMaking] = useState(false);
  // The first link that was made comes first: it is the one that the partner knows.
  const links = useList('/api/partner/programs/{programId}/links', {
    path: { programId },
    query: { sort: 'created_at' },
  });
  if (!canMakeLinks || links.rows === undefined) return null;
  const usable = links.rows.filter(isUsable);
  const [first] = usable;
  return (
    <Card component="section" aria-label={texts.yourLink} mb="md" padding="lg">
      {first === undefined ? (
        <>
          <Title order={2}>{texts.yourLink}</Title>
          <Group justify="space-between" gap="sm" mt={4}>
            <Text size="sm" c="dimmed">
              {texts.noLinkYet({ domain })}
            </Text>
            {viewedPartner() === null && (
              <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setIsMaking(true)}>
                {portalTexts.createALink}
              </Button>
            )}
          </Group>
        </>
      ) : (
        <OwnLink links={usable} first={first} />
      )}
      <Codes />
      {isMaking && <LinkDrawer onClose={() => setIsMaking(false)} />}
    </Card>
  );
}

function OwnLink({ links, first }: { readonly links: readonly UsableLink[]; readonly first: UsableLink }) {
  const { domain } = usePartnerProgram();
  const [chosenId, setChosenId] = useState(String(first.id));
  const [isBuilding, setIsBuilding] = useState(false);
  const [shown, setShown] = useState<UsableLink | null>(null);
  const link = links.find(({ id }) => String(id) === chosenId) ?? first;
  const url = link.referral_url;
  const { isCopied, copy } = useCopy(url);
  return (
    <>
      <Group justify="space-between" align="flex-start" gap="sm">
        <div>
          <Title order={2}>{texts.yourLink}</Title>
          <Text size="sm" c="dimmed">
            {texts.youreCreditedForVisitors({ domain })}
          </Text>
        </div>
        {links.length > 1 && (
          <Select
            aria-label={common.link}
            className={classes.choice}
            data={links.map(({ id, short_link: label }) => ({ value: String(id), label }))}
            value={String(link.id)}
            allowDeselect={false}
            searchable={links.length > 10}
            onChange={(next) => next !== null && setChosenId(next)}
          />
        )}
      </Group>
      <div className={classes.link}>
        <div className={classes.url}>{url}</div>
        <Button
          onClick={copy}
          leftSection={isCopied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        >
          {isCopied ? texts.copied : texts.copyLink}
        </Button>
      </div>
      <div className={classes.ways}>
        <ShareButton url={url} />
        <Button
          variant="default"
          leftSection={<IconQrcode size={16} aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => setShown(link)}
        >
          {portalTexts.qrCode}
        </Button>
        <Button
          variant="default"
          leftSection={<IconAdjustments size={16} aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => setIsBuilding(true)}
        >
          {texts.linkToAnotherPage}
        </Button>
      </div>
      {isBuilding && <LinkBuilder links={links} first={link} onClose={() => setIsBuilding(false)} />}
      <QrWindow link={shown} onClose={() => setShown(null)} />
    </>
  );
}

/** The codes that credit at present. */
function Codes() {
  const programId = useProgramId();
  const codes = useList('/api/partner/programs/{programId}/codes', { path: { programId } });
  const active = (codes.rows ?? []).filter(({ is_active: isActive }) => isActive);
  if (active.length === 0) return null;
  return (
    <section className={classes.codes} aria-label={codeTexts.yourCodes}>
      <Text size="sm" fw={500}>
        {texts.yourCode({ codes: active.length })}
      </Text>
      {active.map(({ id, code }) => (
        <span key={id} className={classes.code}>
          {code}
          <CopyButton value={code} label={codeTexts.copyCode({ code })} />
        </span>
      ))}
    </section>
  );
}
