import { WALLET } from '../../shared/text/places.ts';
import type { WalletUnit } from '../../shared/wallet.ts';
import { Button } from './controls.tsx';

const UNITS = ['rupees', 'paise'] as const satisfies readonly WalletUnit[];

interface UnitButtonsProps {
  readonly isPending: boolean;
  readonly onChosen: (unit: WalletUnit) => unknown;
}

/** What the gateway counts its balance in. */
export function UnitButtons({ isPending, onChosen }: UnitButtonsProps) {
  return UNITS.map((unit) => (
    <Button key={unit} isPending={isPending} onClick={() => void onChosen(unit)}>
      {WALLET.units[unit]}
    </Button>
  ));
}
