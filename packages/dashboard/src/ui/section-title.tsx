import { Title, type TitleProps } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** Below the header, with the edge of the card that the title is in. */
const MARGIN = 'calc(var(--app-shell-header-offset, 0rem) + 2rem)';

/**
 * The title of a part of a page that links lead to: `<SectionTitle id="terms">` for `/p/1/settings/program#terms`. It comes into
 * view and takes the focus, also where it is rendered only after its data has come, which neither the browser nor the router waits for.
 */
export function SectionTitle({ id, style, ...title }: TitleProps & { readonly id: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const router = useRouter();
  useEffect(() => {
    let stop = () => {};
    const showIfMeant = ({ hash }: { readonly hash: string }) => {
      stop();
      if (hash === id && heading.current !== null) stop = show(heading.current);
    };
    showIfMeant(router.latestLocation);
    // On the page that is shown already, and when the same link is followed again after scrolling away. Elsewhere than on this page
    // it would undo that Back scrolls to where one was.
    const unsubscribe = router.subscribe('onRendered', ({ toLocation, pathChanged }) => {
      if (!pathChanged) showIfMeant(toLocation);
    });
    return () => {
      stop();
      unsubscribe();
    };
  }, [id, router]);
  return (
    <Title
      order={2}
      {...title}
      id={id}
      ref={heading}
      tabIndex={-1}
      style={[{ scrollMarginTop: MARGIN }, style]}
    />
  );
}

const DOES_SOMETHING = ['wheel', 'touchmove', 'pointerdown', 'keydown'];

/** Brings a title into view with the focus, and keeps it there until somebody does something: what is above may still be loading. */
function show(heading: HTMLElement): () => void {
  heading.scrollIntoView();
  heading.focus({ preventScroll: true });
  const listening = new AbortController();
  let height = document.body.scrollHeight;
  const observer = new ResizeObserver(() => {
    if (document.body.scrollHeight === height) return;
    height = document.body.scrollHeight;
    heading.scrollIntoView();
  });
  const stop = () => {
    observer.disconnect();
    listening.abort();
  };
  observer.observe(document.body);
  for (const event of DOES_SOMETHING) {
    window.addEventListener(event, stop, { passive: true, signal: listening.signal });
  }
  return stop;
}
