import { useMemo } from 'react';
import { encode } from 'uqr';

const QUIET_ZONE = 4;

export function QrCode({
  text,
  label,
  sizePx,
}: {
  readonly text: string;
  readonly label: string;
  readonly sizePx: number;
}) {
  const { data, size } = useMemo(() => encode(text, { ecc: 'M', border: QUIET_ZONE }), [text]);
  const path = data.flatMap((line, y) => line.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : []))).join('');
  return (
    <svg
      role="img"
      aria-label={label}
      width={sizePx}
      height={sizePx}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
