import {
  ActionIcon,
  Anchor,
  Badge,
  Button,
  Card,
  type CSSVariablesResolver,
  createTheme,
  Drawer,
  type MantineColorsTuple,
  Modal,
  Notification,
  Table,
  Tooltip,
} from '@mantine/core';
import { texts } from './texts/ui.js';

// A deep green: money, and calm. Every shade that carries white text or stands on white has at least 4.5 to 1.
const brand: MantineColorsTuple = [
  '#ecf8f5',
  '#d6eee9',
  '#abdcd2',
  '#7cc8ba',
  '#4fb3a2',
  '#2e9b8b',
  '#17857a',
  '#0b6e66',
  '#085a54',
  '#06463f',
];

// Mantine's greys with a touch of the green, so that the dark look is of one piece.
const dark: MantineColorsTuple = [
  '#dfe4e6',
  '#bcc5c9',
  '#97a2a8',
  '#6a767c',
  '#3d474c',
  '#2f383c',
  '#1d2326',
  '#171b1d',
  '#121517',
  '#0d1011',
];

const SANS =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif, "Apple Color Emoji"';
const MONO = 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace';

/** The description is below the field, so that the fields of a row line up. */
const describedBelow = { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } };

/** Fields by name: importing them all here would load them all at the start. */
const FIELDS = {
  Autocomplete: describedBelow,
  ColorInput: describedBelow,
  FileInput: describedBelow,
  MultiSelect: describedBelow,
  NativeSelect: describedBelow,
  NumberInput: describedBelow,
  PasswordInput: describedBelow,
  Select: describedBelow,
  TagsInput: describedBelow,
  Textarea: describedBelow,
  TextInput: describedBelow,
};

/** The one look of the application. System fonts and no outside host. */
export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 7 },
  colors: { brand, dark },
  fontFamily: SANS,
  fontFamilyMonospace: MONO,
  headings: {
    fontFamily: SANS,
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.3' },
      h2: { fontSize: '1.125rem', lineHeight: '1.4' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
    },
  },
  defaultRadius: 'md',
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    ...FIELDS,
    ActionIcon: ActionIcon.extend({ defaultProps: { variant: 'subtle', color: 'gray' } }),
    Anchor: Anchor.extend({ defaultProps: { underline: 'hover' } }),
    Badge: Badge.extend({ defaultProps: { variant: 'light', radius: 'sm' } }),
    Button: Button.extend({ defaultProps: { size: 'sm' } }),
    Card: Card.extend({ defaultProps: { withBorder: true, padding: 'lg' } }),
    Drawer: Drawer.extend({
      defaultProps: { position: 'right', size: 'lg', closeButtonProps: { 'aria-label': texts.close } },
    }),
    Modal: Modal.extend({
      defaultProps: { centered: true, closeButtonProps: { 'aria-label': texts.close } },
      styles: { title: { fontWeight: 600, lineHeight: 1.3 } },
    }),
    Notification: Notification.extend({
      defaultProps: { closeButtonProps: { 'aria-label': texts.dismiss } },
    }),
    Table: Table.extend({ defaultProps: { verticalSpacing: 'sm' } }),
    Tooltip: Tooltip.extend({
      defaultProps: {
        withArrow: true,
        events: { hover: true, focus: true, touch: true },
        multiline: true,
        // At the edge of a window it would be as narrow as its longest word.
        w: 'max-content',
        maw: 320,
      },
    }),
  },
});

/** Where Mantine's own shades have too little contrast for small text (WCAG AA asks for 4.5 to 1). */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#566069',
    '--mantine-color-placeholder': '#68727b',
    '--mantine-color-error': '#c02525',
    '--mantine-color-text': '#1b2226',
    '--mantine-color-anchor': '#0b6e66',
    '--svc-color-canvas': '#f7f9f9',
    '--svc-color-selected': '#e2f1ee',
    '--svc-color-on-selected': '#085a54',
    '--svc-color-good': '#0b6e4f',
    '--svc-color-bad': '#c02525',
  },
  dark: {
    '--mantine-color-body': '#171b1d',
    '--mantine-color-dimmed': '#a3adb3',
    '--mantine-color-placeholder': '#8f999f',
    '--mantine-color-error': '#ff8a8a',
    '--mantine-color-text': '#dfe4e6',
    '--mantine-color-anchor': '#7cc8ba',
    '--mantine-color-default-border': '#353c40',
    '--svc-color-canvas': '#121517',
    '--svc-color-selected': '#1d3431',
    '--svc-color-on-selected': '#9edacf',
    '--svc-color-good': '#63d3a6',
    '--svc-color-bad': '#ff8a8a',
  },
});
