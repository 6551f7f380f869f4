/** The mark: a line that goes up, from a click to a sale. `fill`: the colour behind it. */
export function Logo({
  size = 28,
  fill = 'var(--mantine-color-brand-7)',
}: {
  readonly size?: number;
  readonly fill?: string;
}) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <rect width="32" height="32" rx="8" fill={fill} />
      <path
        d="M8 20.5 13.5 15l4 4L24 12"
        fill="none"
        stroke="#fff"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="24" cy="12" r="2.6" fill="#fff" />
    </svg>
  );
}
