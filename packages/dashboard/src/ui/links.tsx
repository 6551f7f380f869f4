import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import { type ComponentPropsWithRef, createContext, useContext } from 'react';

type A = ComponentPropsWithRef<'a'>;

/** Whether what is shown is part of a row that leads somewhere itself: then the row is the one stop for the keyboard. */
export const InRow = createContext(false);

/** A link within the application, as text: `<TextLink to="/p/$programId/sales" params={{ programId }}>`. */
export const TextLink = createLink((props: AnchorProps & Omit<A, keyof AnchorProps>) => {
  const isInRow = useContext(InRow);
  return <Anchor inherit={props.size === undefined} {...(isInRow && { tabIndex: -1 })} {...props} />;
});

/** A link within the application that looks like a button. */
export const LinkButton = createLink((props: ButtonProps & Omit<A, keyof ButtonProps>) => (
  <Button component="a" {...props} />
));
