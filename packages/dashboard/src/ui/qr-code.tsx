import { renderSVG } from 'uqr';

/** A QR code, black on white in either scheme, because cameras expect that. `label` says where it leads. */
export function QrCode({
  value,
  label,
  size = 180,
}: {
  readonly value: string;
  readonly label: string;
  readonly size?: number;
}) {
  const address = `data:image/svg+xml;utf8,${encodeURIComponent(renderSVG(value, { border: 2 }))}`;
  return (
    <img src={address} width={size} height={size} alt={label} style={{ display: 'block', borderRadius: 8 }} />
  );
}
