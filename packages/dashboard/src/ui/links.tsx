import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';
import { useRowStop } from './row-stop.js';

type A = ComponentPropsWithRef<'a'>;

/** A link within the application, as text: `<TextLink to="/p/$programId/sales" params={{ programId }}>`. */
export const TextLink = createLink((props: AnchorProps & Omit<A, keyof AnchorProps>) => {
  return <Anchor inherit={props.size === undefined} {...useRowStop()} {...props} />;
});

/** A link within the application that looks like a button. */
export const LinkButton = createLink((props: ButtonProps & Omit<A, keyof ButtonProps>) => (
  <Button component="a" {...props} />
));
