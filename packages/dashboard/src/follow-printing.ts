const SCHEME = 'data-mantine-color-scheme';

/** Shows the light colors while the page is printed: white text would be lost on paper. */
export function followPrinting(): void {
  let shown: string | null = null;
  const begin = () => {
    shown ??= document.documentElement.getAttribute(SCHEME);
    document.documentElement.setAttribute(SCHEME, 'light');
  };
  const end = () => {
    if (shown !== null) document.documentElement.setAttribute(SCHEME, shown);
    shown = null;
  };
  addEventListener('beforeprint', begin);
  addEventListener('afterprint', end);
  // Some browsers print without these events, but all of them change the medium.
  matchMedia('print').addEventListener('change', ({ matches }) => (matches ? begin() : end()));
}
