import { Radio, Stack, Text } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { texts } from '../texts/keys.js';
import { ShownOnce } from './shown-once.js';
import { Time } from './time.js';

/** A new key. */
export function MadeKey(made: {
  readonly secret: string;
  /** What kind of key it is. */
  readonly label: string;
  /** Where it is used. */
  readonly note: ReactNode;
  readonly onClose: () => void;
}) {
  return (
    <ShownOnce
      {...made}
      title={texts.yourNewKey}
      warning={texts.weCantShowItAgain}
      saved={texts.iveSavedTheKey}
    />
  );
}

const GRACE = [
  { hours: '0', label: texts.immediately, note: texts.chooseThisIfTheKey },
  { hours: '1', label: texts.in1Hour },
  { hours: '24', label: texts.in1Day },
  { hours: '168', label: texts.in1Week },
  { hours: '720', label: texts.in30Days },
];

/** When the old key ends that a new one takes the place of: hours, as text. */
export function GraceField(input: GetInputPropsReturnType) {
  return (
    <Radio.Group label={texts.oldKeyExpires} {...input}>
      <Stack mt={6} gap={8}>
        {GRACE.map(({ hours, label, note }) => (
          <Radio key={hours} value={hours} label={label} description={note} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

/** What a key is called, with its last characters. */
export function KeyName({ name, hint }: { readonly name: string; readonly hint: string }) {
  return (
    <>
      {name}{' '}
      <Text span size="xs" c="dimmed" ff="monospace">
        …{hint}
      </Text>
    </>
  );
}

/** When a key was last used, if ever. */
export function LastUsed({ at }: { readonly at: string | null }) {
  return at === null ? (
    <Text span inherit c="dimmed">
      {texts.never}
    </Text>
  ) : (
    <Time at={at} form="relative" />
  );
}
