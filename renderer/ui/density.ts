import { createContext, useContext } from 'react';

export type Density = 'comfortable' | 'compact';
export const DensityContext = createContext<Density>('comfortable');

/** As --row in tokens.css. */
const ROW_HEIGHT_PX: Readonly<Record<Density, number>> = { comfortable: 32, compact: 28 };

export function useRowHeight(): number {
  return ROW_HEIGHT_PX[useContext(DensityContext)];
}
