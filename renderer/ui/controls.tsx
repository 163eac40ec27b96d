// A button submits a form only when told to, and keeps the focus while disabled. Nothing here validates values: the caller does.

import { Menu as Base } from '@base-ui/react/menu';
import { Progress } from '@base-ui/react/progress';
import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { Select } from '@base-ui/react/select';
import { Switch } from '@base-ui/react/switch';
import { Tooltip } from '@base-ui/react/tooltip';
import { Check, ChevronDown, Copy, type LucideIcon } from 'lucide-react';
import {
  type ChangeEvent,
  type ComponentProps,
  Fragment,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useState,
} from 'react';
import { formatCount } from '../../shared/counts.ts';
import { COPY, FILE } from '../../shared/text/controls.ts';
import { tooLong } from '../../shared/text/format.ts';
import styles from './controls.module.css';

type Weight = 'primary' | 'plain' | 'quiet' | 'danger';

interface BareButtonProps extends ComponentProps<'button'> {
  /** Its action is under way. */
  readonly isPending?: boolean | undefined;
  /** The main button, which Ctrl+A presses. `focus` for a button that moves money: the keys only focus it. */
  readonly isMain?: boolean | 'focus';
}

/**
 * A button without styles. While pending it ignores the mouse, keys, and Enter in its form, but keeps its place and the focus. A
 * button that becomes disabled keeps the focus until the person leaves it.
 */
function BareButton({
  isPending = false,
  isMain = false,
  disabled = false,
  type,
  onClick,
  onFocus,
  onBlur,
  ...rest
}: BareButtonProps) {
  const [hasFocus, setFocus] = useState(false);
  const isOff = disabled || isPending;
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      data-main={isMain === false ? undefined : isMain === 'focus' ? 'focus' : 'press'}
      // A natively disabled element loses the focus, and the next Tab would start at the top of the page.
      disabled={disabled && !hasFocus}
      aria-disabled={isOff}
      aria-busy={isPending}
      onClick={(event) => {
        if (isOff) event.preventDefault();
        else onClick?.(event);
      }}
      onFocus={(event) => {
        setFocus(true);
        onFocus?.(event);
      }}
      onBlur={(event) => {
        // When another window comes to the front, the page loses the focus but the button keeps it.
        setFocus(document.activeElement === event.currentTarget);
        onBlur?.(event);
      }}
    />
  );
}

export interface ButtonProps extends Omit<BareButtonProps, 'className'> {
  readonly weight?: Weight;
  readonly icon?: LucideIcon;
}

/** While `isPending`, it keeps its place and text and ignores a second press. */
export function Button({ weight = 'plain', icon: Icon, children, ...rest }: ButtonProps) {
  return (
    <BareButton {...rest} className={`${styles.button} ${styles[weight]}`}>
      {Icon === undefined ? null : <Icon size={16} aria-hidden="true" />}
      {children}
    </BareButton>
  );
}

interface IconButtonProps extends Omit<BareButtonProps, 'className' | 'children' | 'aria-label'> {
  readonly icon: LucideIcon;
  readonly label: string;
}

/** A button that shows only its icon; the label is its tooltip and accessible name. */
export function IconButton({ icon: Icon, label, ...rest }: IconButtonProps) {
  return (
    <Tip words={label}>
      <BareButton {...rest} className={`${styles.button} ${styles.quiet} ${styles.square}`} aria-label={label}>
        <Icon size={16} aria-hidden="true" />
      </BareButton>
    </Tip>
  );
}

/** A tooltip while the mouse or the focus is on a control. The control has its own label. */
function Tip({ words, children }: { readonly words: string; readonly children: ReactElement }) {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger render={children} delay={400} />
      <Tooltip.Portal>
        <Tooltip.Positioner sideOffset={6} className={styles.over}>
          <Tooltip.Popup className={styles.tip}>{words}</Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}

export interface Chip<Key extends string> {
  readonly key: Key;
  readonly word: string;
  readonly count?: number;
}

interface ChipsProps<Key extends string> {
  readonly label: string;
  readonly chips: readonly Chip<Key>[];
  readonly chosen: Key;
  readonly onChoose: (key: Key) => void;
}

export function Chips<Key extends string>({ label, chips, chosen, onChoose }: ChipsProps<Key>) {
  return (
    <div className={styles.chips} role="group" aria-label={label}>
      {chips.map(({ key, word, count }) => (
        <button
          key={key}
          type="button"
          className={styles.chip}
          aria-pressed={key === chosen}
          onClick={() => onChoose(key)}
        >
          {word}
          {count === undefined ? null : <span className={styles.count}>{formatCount(count)}</span>}
        </button>
      ))}
    </div>
  );
}

interface SegmentsProps<Key extends string> {
  readonly label: string;
  readonly segments: readonly { readonly key: Key; readonly word: string }[];
  readonly chosen: Key;
  readonly onChoose: (key: Key) => void;
}

/** One of a few exclusive options; the arrow keys move between them. */
export function Segments<Key extends string>({ label, segments, chosen, onChoose }: SegmentsProps<Key>) {
  return (
    <RadioGroup className={styles.segments} aria-label={label} value={chosen} onValueChange={onChoose}>
      {segments.map(({ key, word }) => (
        <Radio.Root key={key} value={key} render={<span className={styles.segment} />}>
          {word}
        </Radio.Root>
      ))}
    </RadioGroup>
  );
}

interface ChoicesProps<Key extends string> extends Omit<SegmentsProps<Key>, 'segments'> {
  readonly choices: readonly { readonly key: Key; readonly word: string; readonly about?: ReactNode }[];
}

/** One of several exclusive answers, each on its own line with what is known about it. */
export function Choices<Key extends string>({ label, choices, chosen, onChoose }: ChoicesProps<Key>) {
  return (
    <RadioGroup className={styles.choices} aria-label={label} value={chosen} onValueChange={onChoose}>
      {choices.map(({ key, word, about }) => (
        <Fragment key={key}>
          <Radio.Root value={key} render={<span className={styles.answer} />}>
            {word}
          </Radio.Root>
          {about === undefined ? null : <span className="soft small">{about}</span>}
        </Fragment>
      ))}
    </RadioGroup>
  );
}

/** A button inside a sentence or a line. */
export function LinkButton({ className = '', ...rest }: BareButtonProps) {
  return <BareButton {...rest} className={`link ${className}`} />;
}

/**
 * What a person types into a form. `field` returns the props of one field, with an error when its text is longer than the desk
 * accepts.
 */
export function useTyped<Typed extends Readonly<Record<string, string>>>(empty: Typed, onTyped?: () => void) {
  const [typed, setTyped] = useState(empty);
  const field = (name: keyof Typed & string, mostCharacters?: number) => ({
    ...(mostCharacters === undefined ? {} : { error: tooLong(typed[name]?.trim() ?? '', mostCharacters) }),
    value: typed[name],
    onChange: ({ target }: { readonly target: { readonly value: string } }): void => {
      onTyped?.();
      setTyped({ ...typed, [name]: target.value });
    },
  });
  return { typed, setTyped, field };
}

interface FieldWords {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | null | undefined;
}

type FieldProps<Tag extends 'input' | 'textarea'> = FieldWords &
  Omit<ComponentProps<Tag>, 'id' | 'className' | 'children'>;

export function TextField({ label, hint, error, ...input }: FieldProps<'input'>) {
  const isWrong = error === undefined || error === null ? undefined : true;
  return (
    <Field label={label} hint={hint} error={error}>
      {(props) => <input autoComplete="off" spellCheck={false} {...input} {...props} aria-invalid={isWrong} />}
    </Field>
  );
}

interface FileFieldProps extends FieldWords {
  readonly accept?: string;
  readonly file: File | null;
  readonly onFile: (file: File | null) => void;
}

/** Chooses a file. The browser's own input lies over it unseen: its words are those of the system, not of the window. */
export function FileField({ label, hint, error, accept, file, onFile }: FileFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {({ className, ...props }) => (
        <span className={`${className} ${styles.file}`}>
          <span className={styles.fileWord}>{FILE.choose}</span>
          <span className={styles.fileName} title={file?.name}>
            {file?.name ?? FILE.none}
          </span>
          <input {...props} type="file" accept={accept} onChange={({ target }) => onFile(target.files?.[0] ?? null)} />
        </span>
      )}
    </Field>
  );
}

interface SelectProps {
  /** Pairs of value and text. */
  readonly options: readonly (readonly [string, string])[];
  readonly value: string | undefined;
  readonly onChange: (event: { readonly target: { readonly value: string } }) => void;
  /** Keeps its place and the focus, but accepts no choice. */
  readonly isHeld?: boolean;
}

export function SelectField({ label, hint, error, ...select }: FieldWords & SelectProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(props) => <Choice {...select} {...props} />}
    </Field>
  );
}

/** A select without a visible label, for toolbars and tables. */
export function BareSelect({ label, ...select }: SelectProps & Pick<FieldWords, 'label'>) {
  return <Choice {...select} className={styles.input ?? ''} aria-label={label} />;
}

type ChoiceProps = SelectProps & Pick<ComponentProps<'button'>, 'id' | 'className' | 'aria-label' | 'aria-describedby'>;

/** Typing chooses by first letters, as in a native select; Space, Enter and the arrow keys open the list. */
function Choice({ options, value, onChange, isHeld = false, className, ...trigger }: ChoiceProps) {
  return (
    <Select.Root
      items={options.map(([key, word]) => ({ value: key, label: word }))}
      value={value ?? ''}
      readOnly={isHeld}
      modal={false}
      onValueChange={(chosen) => {
        if (chosen !== null) onChange({ target: { value: chosen } });
      }}
    >
      <Select.Trigger {...trigger} aria-disabled={isHeld} className={`${className} ${styles.select}`}>
        <Select.Value />
        <Select.Icon className={styles.chevron}>
          <ChevronDown size={16} aria-hidden="true" />
        </Select.Icon>
      </Select.Trigger>
      <Select.Portal>
        <Select.Positioner sideOffset={4} alignItemWithTrigger={false} className={styles.over}>
          <Select.Popup>
            <Select.List className={styles.list}>
              {options.map(([key, word]) => (
                <Select.Item key={key} value={key} className={styles.option}>
                  <Select.ItemText>{word}</Select.ItemText>
                  <Select.ItemIndicator className={styles.chevron}>
                    <Check size={16} aria-hidden="true" />
                  </Select.ItemIndicator>
                </Select.Item>
              ))}
            </Select.List>
          </Select.Popup>
        </Select.Positioner>
      </Select.Portal>
    </Select.Root>
  );
}

export function AreaField({ label, hint, error, ...area }: FieldProps<'textarea'>) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(props) => <textarea rows={2} {...area} {...props} className={`${styles.input} ${styles.area}`} />}
    </Field>
  );
}

/** An input without a visible label, for toolbars. */
export function BareInput({ label, widthPx, ...input }: FieldProps<'input'> & { readonly widthPx: number }) {
  const looks = { className: styles.input, style: { width: widthPx }, 'aria-label': label };
  return <input autoComplete="off" spellCheck={false} placeholder={label} {...input} {...looks} />;
}

interface TickProps extends Omit<ComponentProps<'input'>, 'type' | 'className' | 'onChange'> {
  readonly children: ReactNode;
  readonly onTick: (isTicked: boolean) => void;
}

interface SwitchProps {
  readonly children: ReactNode;
  readonly isOn: boolean;
  readonly onSwitch: (isOn: boolean) => void;
}

/** A checkbox with its sentence. */
export function Tick({ children, onTick, ...input }: TickProps) {
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>): void => onTick(target.checked);
  return (
    <label className={styles.tick}>
      <input {...input} type="checkbox" className={styles.box} onChange={onChange} />
      <span>{children}</span>
    </label>
  );
}

/** Switches at once, without a save button. */
export function SwitchField({ children, isOn, onSwitch }: SwitchProps) {
  return (
    <label className={styles.tick}>
      <Switch.Root className={styles.switch} checked={isOn} onCheckedChange={onSwitch}>
        <Switch.Thumb className={styles.thumb} />
      </Switch.Root>
      <span>{children}</span>
    </label>
  );
}

interface ProgressProps {
  readonly label: string;
  readonly done: number;
  readonly total: number;
}

export function ProgressBar({ label, done, total }: ProgressProps) {
  return (
    <Progress.Root className={styles.progress} value={done} max={total}>
      <Progress.Label>{label}</Progress.Label>
      <span className="soft">
        {formatCount(done)} / {formatCount(total)}
      </span>
      <Progress.Track className={styles.track}>
        <Progress.Indicator className={styles.done} />
      </Progress.Track>
    </Progress.Root>
  );
}

/** Adds the tick to the list, or removes it. */
export function ticked<Key>(ticks: readonly Key[], tick: Key, isTicked: boolean): readonly Key[] {
  return isTicked ? [...ticks, tick] : ticks.filter((other) => other !== tick);
}

interface FieldFrameProps extends FieldWords {
  readonly children: (props: { id: string; className: string; 'aria-describedby': string }) => ReactNode;
}

export function Field({ label, hint, error, children }: FieldFrameProps) {
  const id = useId();
  // Reserves the space for an error, so that nothing jumps when it appears.
  const isBare = hint === undefined && error === undefined;
  return (
    <div className="tight gap-1">
      <label htmlFor={id} className="medium">
        {label}
      </label>
      {children({ id, className: styles.input ?? '', 'aria-describedby': `${id}-words` })}
      <div id={`${id}-words`} className={typeof error === 'string' ? styles.error : isBare ? undefined : styles.hint}>
        {error ?? hint}
      </div>
    </div>
  );
}

/** Long enough to be seen, short enough not to look like a state. */
const COPIED_SHOWN_MS = 1_500;

interface CopyTextProps {
  readonly text: string;
  readonly label: string;
  /** For texts that are copied more than read, such as links. */
  readonly isOneLine?: boolean;
}

export function CopyText({ text, label, isOneLine = false }: CopyTextProps) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), COPIED_SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <span className={styles.copy}>
      <code className={isOneLine ? styles.line : styles.text}>{text}</code>
      <IconButton
        icon={isCopied ? Check : Copy}
        label={isCopied ? COPY.done : COPY.of(label)}
        onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
      />
    </span>
  );
}

interface MenuItem {
  readonly word: string;
  readonly run: () => void;
  readonly keys?: string;
  readonly disabled?: boolean;
  readonly isDanger?: boolean;
}

interface MenuProps {
  /** The button that opens the menu. */
  readonly opener: ReactElement;
  readonly items: readonly MenuItem[];
}

export function Menu({ opener, items }: MenuProps) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={opener} />
      <Base.Portal>
        <Base.Positioner sideOffset={4} align="start" className={styles.over}>
          <Base.Popup className={styles.list}>
            {items.map(({ word, run, keys, disabled = false, isDanger = false }) => (
              <Base.Item
                key={word}
                className={styles.option}
                disabled={disabled}
                data-danger={isDanger ? '' : undefined}
                onClick={run}
              >
                <span>{word}</span>
                {keys === undefined ? null : <kbd className={styles.keys}>{keys}</kbd>}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
