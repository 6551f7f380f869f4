import { Anchor, Button, Group, Menu, Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useCan } from '../../../session/session.js';
import { texts } from '../../../texts/partner-bulk.js';
import { texts as messageTexts } from '../../../texts/partner-messages.js';
import { usePermittedGroups } from '../group-field.js';
import type { ActionType, Chosen } from './bulk.js';

// Most visits change nobody: what does is loaded when somebody chooses to.
const BulkDrawer = lazy(() => import('./bulk-drawer.js').then(({ BulkDrawer }) => ({ default: BulkDrawer })));

const MessageDrawer = lazy(() =>
  import('../messages/message-drawer.js').then(({ MessageDrawer }) => ({ default: MessageDrawer })),
);

const BUTTONS = ['approve', 'reject', 'suspend', 'invite'] as const;

/** Changes the selected partners, or all that match. */
export function BulkBar({
  chosen,
  count,
  canApprove,
  canReject,
  onSelectAll,
  onClear,
}: {
  readonly chosen: Chosen;
  /** null: all that match. */
  readonly count: number | null;
  /** Whether some of them can be. */
  readonly canApprove: boolean;
  readonly canReject: boolean;
  /** undefined: all that match are selected, or shown and selected. */
  readonly onSelectAll: (() => void) | undefined;
  readonly onClear: () => void;
}) {
  const [action, setAction] = useState<ActionType | 'message' | null>(null);
  const isNothing = count === 0;
  const isPossible = { approve: canApprove, reject: canReject, suspend: true, invite: true };
  const close = () => setAction(null);
  const drawer = {
    chosen,
    onClose: close,
    onDone() {
      close();
      onClear();
    },
  };
  return (
    <>
      <Group gap="xs" mb="sm">
        {BUTTONS.map((type) => (
          <Button
            key={type}
            variant="default"
            size="xs"
            disabled={isNothing || !isPossible[type]}
            onClick={() => setAction(type)}
          >
            {texts.buttons[type]}
          </Button>
        ))}
        <Button variant="default" size="xs" disabled={isNothing} onClick={() => setAction('message')}>
          {messageTexts.message}
        </Button>
        <MoreActions isDisabled={isNothing} onChosen={setAction} />
        <Text size="sm" c="dimmed" aria-live="polite">
          {selectionText(count)}
        </Text>
        {onSelectAll && !isNothing && (
          <Anchor component="button" type="button" size="sm" onClick={onSelectAll}>
            {texts.selectAllMatching}
          </Anchor>
        )}
        {!isNothing && (
          <Anchor component="button" type="button" size="sm" c="dimmed" onClick={onClear}>
            {texts.clear}
          </Anchor>
        )}
      </Group>
      <Suspense>
        {action === 'message' && <MessageDrawer {...drawer} />}
        {action !== null && action !== 'message' && <BulkDrawer type={action} {...drawer} />}
      </Suspense>
    </>
  );
}

function selectionText(count: number | null): string {
  if (count === null) return texts.allMatching;
  return count === 0 ? texts.selectPartners : texts.selected({ count });
}

/** What of everyone can be changed besides their status. */
function MoreActions({
  isDisabled,
  onChosen,
}: {
  readonly isDisabled: boolean;
  readonly onChosen: (type: ActionType) => void;
}) {
  const canSetRate = useCan('program:write');
  const hasGroup = usePermittedGroups().length > 0;
  const menu: readonly (readonly [ActionType, string])[] = [
    ...(hasGroup ? ([['group', texts.group]] as const) : []),
    ['tag', texts.addTag],
    ['untag', texts.removeTag],
    ...(canSetRate ? ([['rule', texts.changeRate]] as const) : []),
  ];
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          disabled={isDisabled}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          {texts.more}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {menu.map(([type, label]) => (
          <Menu.Item key={type} onClick={() => onChosen(type)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
