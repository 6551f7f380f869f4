import { Group, Text } from '@mantine/core';
import { useProgram, useProgramId } from '../../session/session.js';
import { texts } from '../../texts/partners.js';
import { CopyButton } from '../../ui/copy.js';
import { TextLink } from '../../ui/links.js';

/** Where people apply, or that they cannot. */
export function ApplicationsHint() {
  const programId = useProgramId();
  const { accepts_applications: isOpen } = useProgram();
  const address = `${window.location.origin}/apply/${programId}`;
  if (!isOpen) {
    return (
      <Text size="sm" c="dimmed" mb="md">
        {texts.thisProgramIsntAcceptingApplications({
          link: (
            <TextLink to="/p/$programId/settings/application" params={{ programId }}>
              {texts.changeThisInSettings}
            </TextLink>
          ),
        })}
      </Text>
    );
  }
  return (
    <Group gap={6} mb="md" wrap="nowrap">
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {texts.applicationPage({
          link: (
            <TextLink to="/apply/$programId" params={{ programId }} target="_blank">
              {address}
            </TextLink>
          ),
        })}
      </Text>
      <CopyButton value={address} label={texts.copyUrl} />
    </Group>
  );
}
