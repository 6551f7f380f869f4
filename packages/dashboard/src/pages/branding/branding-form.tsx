import { Alert, ColorInput, ColorSwatch, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMemo } from 'react';
import type { Answer } from '../../api/client.js';
import { useWrite } from '../../api/use-write.js';
import { useWorkspaceId } from '../../session/session.js';
import { texts } from '../../texts/branding.js';
import { common } from '../../texts/common.js';
import { useFieldErrors } from '../../ui/field-errors.js';
import { Form } from '../../ui/form-drawer.js';
import { useStoredValues } from '../../ui/use-stored-values.js';
import { readColor, shadesOf } from './colors.js';

const FIELDS = {
  partner_name: { at: 'name' },
  accent_color: { at: 'color', invalid: texts.enterAColor },
} as const;
const SUGGESTED = ['#0b6e66', '#1864ab', '#5f3dc4', '#a61e4d', '#c92a2a', '#d9480f', '#2b8a3e', '#343a40'];

interface Values {
  readonly name: string;
  readonly color: string;
}

/** The name and the colour that partners see. `fallback`: the name that is used without one. */
export function BrandingForm({
  branding,
  fallback,
  onChange,
}: {
  readonly branding: Answer<'/api/workspaces/{workspaceId}/branding'>;
  readonly fallback: string;
  /** What is typed, for the preview. */
  readonly onChange: (values: Values) => void;
}) {
  const workspaceId = useWorkspaceId();
  const { partner_name: storedName, accent_color: storedColor } = branding;
  const stored = useMemo(
    () => ({ name: storedName ?? '', color: storedColor ?? '' }),
    [storedName, storedColor],
  );
  const form = useForm<Values>({
    initialValues: stored,
    validate: {
      color: (color) => (color.trim() === '' || readColor(color) ? null : texts.enterAColor),
    },
    onValuesChange: onChange,
  });
  useStoredValues(form, stored);
  const save = useWrite('put', '/api/workspaces/{workspaceId}/branding', {
    done: texts.saved,
    showsError: true,
    onDone: () => form.resetDirty(),
  });
  const shown = useFieldErrors(form, save, FIELDS);
  return (
    <Form
      submit={common.save}
      write={shown}
      onSubmit={form.onSubmit(({ name, color }) =>
        save.send({
          path: { workspaceId },
          body: { partner_name: name.trim() || null, accent_color: readColor(color) },
        }),
      )}
    >
      <TextInput
        label={texts.nameForPartners}
        description={texts.leaveEmptyToUse({ name: fallback })}
        autoComplete="organization"
        maxLength={200}
        {...form.getInputProps('name')}
      />
      <ColorInput
        label={texts.accentColor}
        description={texts.accentColorHint}
        format="hex"
        swatches={SUGGESTED}
        fixOnBlur={false}
        autoComplete="off"
        eyeDropperButtonProps={{ 'aria-label': texts.chooseAColor }}
        {...form.getInputProps('color')}
      />
      <ColorsInUse typed={form.values.color} />
    </Form>
  );
}

/** What becomes of a colour: the same one where it can be read, the nearest readable shade elsewhere. */
function ColorsInUse({ typed }: { readonly typed: string }) {
  const color = readColor(typed);
  if (color === null) return null;
  const { light, dark } = shadesOf(color);
  const changed = [
    ...(light.color === color ? [] : [texts.lightShade({ used: light.color })]),
    ...(dark.color === color ? [] : [texts.darkShade({ used: dark.color })]),
  ];
  const [one, other] = changed;
  return (
    <Stack gap="xs" role="group" aria-label={texts.colorsInUse}>
      <Group gap="lg">
        <Swatch label={texts.yourColor} color={color} />
        <Swatch label={texts.inLightMode} color={light.color} />
        <Swatch label={texts.inDarkMode} color={dark.color} />
      </Group>
      {one === undefined ? (
        <Text size="sm" c="dimmed">
          {texts.readable}
        </Text>
      ) : (
        <Alert variant="light" color="yellow" role="status">
          {texts.corrected({ changed: other === undefined ? one : texts.and({ one, other }) })}
        </Alert>
      )}
    </Stack>
  );
}

function Swatch({ label, color }: { readonly label: string; readonly color: string }) {
  return (
    <Group gap="xs" wrap="nowrap">
      <ColorSwatch color={color} size={26} />
      <div>
        <Text size="xs" c="dimmed">
          {label}
        </Text>
        <Text size="sm" ff="monospace">
          {color}
        </Text>
      </div>
    </Group>
  );
}
