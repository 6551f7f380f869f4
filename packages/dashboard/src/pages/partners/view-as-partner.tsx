import { IconEye } from '@tabler/icons-react';
import { useCan, useProgramId } from '../../session/session.js';
import { texts } from '../../texts/viewing.js';
import { LinkButton } from '../../ui/links.js';
import type { PartnerDetail } from './partner-detail.js';

/** Leads to the portal as the partner sees it; empty for who may not manage partners. */
export function ViewAsPartner({ partner }: { readonly partner: PartnerDetail }) {
  const programId = useProgramId();
  if (!useCan('partner:write')) return null;
  return (
    <LinkButton
      to="/partner/$programId/overview"
      params={{ programId }}
      search={{ as: String(partner.id) } as never}
      variant="default"
      leftSection={<IconEye size={16} aria-hidden />}
    >
      {texts.viewAsPartner}
    </LinkButton>
  );
}
