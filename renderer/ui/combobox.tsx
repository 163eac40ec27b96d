import { Combobox as Base } from '@base-ui/react/combobox';
import { COMBOBOX } from '../../shared/text/controls.ts';
import styles from './controls.module.css';
import { Field } from './controls.tsx';

interface ComboboxProps {
  readonly label: string;
  readonly hint?: string;
  readonly error?: string | null;
  /** The options; each occurs once. */
  readonly options: readonly string[];
  readonly value: string | null;
  readonly onChoose: (option: string | null) => void;
}

/** A select with too many options to scroll, so a person types to find one. */
export function ComboboxField({ label, hint, error, options, value, onChoose }: ComboboxProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(props) => (
        <Base.Root items={options} value={value} onValueChange={onChoose} autoHighlight>
          <Base.Input {...props} />
          <Base.Portal>
            <Base.Positioner sideOffset={4} className={styles.over}>
              <Base.Popup>
                <Base.Empty className={styles.none}>{COMBOBOX.nothing}</Base.Empty>
                <Base.List className={styles.list} aria-label={label}>
                  {(option: string) => (
                    <Base.Item key={option} value={option} className={styles.option}>
                      {option}
                    </Base.Item>
                  )}
                </Base.List>
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        </Base.Root>
      )}
    </Field>
  );
}
