const IDLE_AFTER_MS = 300_000;
const INPUTS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

let lastInputMs = Date.now();
for (const input of INPUTS) {
  window.addEventListener(
    input,
    () => {
      lastInputMs = Date.now();
    },
    { capture: true, passive: true },
  );
}

/** Whether nobody has touched the page for a while: what it then asks for by itself is no use of the session. */
export function isIdle(): boolean {
  return Date.now() - lastInputMs > IDLE_AFTER_MS;
}
