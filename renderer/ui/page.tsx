import { createContext, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { Environment } from '../../shared/profiles.ts';
import { STEPS } from '../../shared/text/drafts.ts';
import { SHELL } from '../../shared/text/shell.ts';
import type { Question } from '../bridge/use-desk.ts';
import { formatRoute, HOME, type ScreenRoute, useRoute } from './navigation.ts';
import { Loaded } from './notice.tsx';
import styles from './page.module.css';
import { PersonName } from './person-name.tsx';
import { useScrolling } from './scrolling.ts';
import { Titled } from './status.tsx';

/** Whether the screen is about LIVE or PRACTICE money; null when about neither. */
export const EnvironmentContext = createContext<Environment | null>(null);

interface PageProps {
  readonly title: string;
  /** The part of the title that is the one amount of the screen. */
  readonly amount?: string;
  /** LIVE or PRACTICE money. */
  readonly environment?: Environment;
  /** Shown beside the title. */
  readonly mark?: ReactNode;
  readonly about?: ReactNode;
  /** Which step of a batch this is. */
  readonly step?: keyof typeof STEPS;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  /** The body fills the window and scrolls inside. */
  readonly isFilled?: boolean;
  /** Reading width, for forms and questions. */
  readonly isNarrow?: boolean;
  /** One sheet in the middle: the title stands above it and begins where it begins. */
  readonly isSheet?: boolean;
  /** Stays at the bottom and never scrolls away. */
  readonly footer?: ReactNode;
}

export function Page({
  title,
  amount,
  environment,
  mark,
  about,
  step,
  actions,
  children,
  footer,
  ...shape
}: PageProps) {
  const heading = useScreenHeading();
  return (
    <div className={styles.page}>
      <div className={`${styles.scroll} ${shape.isFilled === true ? styles.filled : ''}`}>
        <div
          className={`${styles.inner} ${shape.isNarrow === true ? styles.narrow : ''} ${shape.isSheet === true ? styles.sheet : ''}`}
        >
          <header className={`row ${styles.header}`}>
            <div className={styles.titles}>
              <h1 ref={heading} tabIndex={-1} className={styles.title}>
                <Titled title={<TitleWords title={title} amount={amount} />} environment={environment} />
                {mark === undefined ? null : <> {mark}</>}
              </h1>
              {about === undefined ? null : <div className="soft">{about}</div>}
            </div>
            {step === undefined ? null : <Steps current={step} />}
            {actions === undefined ? null : <div className="row">{actions}</div>}
          </header>
          <EnvironmentContext value={environment ?? null}>{children}</EnvironmentContext>
        </div>
      </div>
      {footer === undefined ? null : (
        <footer className={styles.footer} data-region="actions">
          {footer}
        </footer>
      )}
    </div>
  );
}

function TitleWords({ title, amount }: { readonly title: string; readonly amount: string | undefined }) {
  const at = amount === undefined ? -1 : title.indexOf(amount);
  if (amount === undefined || at < 0) return <PersonName>{title}</PersonName>;
  return (
    <>
      {title.slice(0, at)}
      <span className={styles.amount}>{amount}</span>
      {title.slice(at + amount.length)}
    </>
  );
}

interface LoadedPageProps<Value> extends Pick<PageProps, 'title' | 'footer'> {
  readonly of: Question<Value>;
  readonly children: (value: Value) => ReactNode;
}

/** A screen about one answer, which renders the page itself once it has arrived. */
export function LoadedPage<Value>({ of: question, children, title, footer }: LoadedPageProps<Value>) {
  if (question.result.kind === 'done') return children(question.result.value);
  return (
    <Page title={title} footer={footer}>
      <Loaded of={question}>{() => null}</Loaded>
    </Page>
  );
}

interface CardProps extends Pick<PageProps, 'environment' | 'actions'> {
  readonly title?: ReactNode;
  readonly children: ReactNode;
  /** The content reaches to the border. */
  readonly isFlush?: boolean;
}

/** A bordered block that groups things. */
export function Card({ title, environment, actions, children, isFlush = false }: CardProps) {
  return (
    <section className="surface">
      {title === undefined ? null : (
        <div className={`row spread nowrap gap-3 ${styles.cardHeader}`}>
          <h2 className={environment === undefined ? undefined : 'row'}>
            <Titled
              title={typeof title === 'string' ? <PersonName>{title}</PersonName> : title}
              environment={environment}
            />
          </h2>
          {actions}
        </div>
      )}
      {children === null ? null : isFlush ? <Flush>{children}</Flush> : <div className="pad">{children}</div>}
    </section>
  );
}

function Flush({ children }: { readonly children: ReactNode }) {
  return (
    <div {...useScrolling()} className={`fades ${styles.flush}`}>
      {children}
    </div>
  );
}

interface FigureProps {
  readonly label: string;
  readonly value: ReactNode;
  readonly about?: ReactNode;
  readonly isLarge?: boolean;
}

/** A number with its name, in a row of similar ones. */
export function Figure({ label, value, about, isLarge = false }: FigureProps) {
  return (
    <div className={styles.figure}>
      <dt>{label}</dt>
      <dd className={isLarge ? styles.large : styles.value}>{value}</dd>
      {about === undefined ? null : <dd className="soft small">{about}</dd>}
    </div>
  );
}

export function Figures({ children }: { readonly children: ReactNode }) {
  return <dl className={styles.figures}>{children}</dl>;
}

interface FactsProps {
  readonly facts?: Readonly<Record<string, ReactNode>>;
  /** For names that may repeat or be numbers. */
  readonly pairs?: readonly (readonly [string, ReactNode])[];
}

/** Names and values, one pair per line. Null values are left out. */
export function Facts({ facts = {}, pairs = Object.entries(facts) }: FactsProps) {
  return (
    <dl className={styles.facts}>
      {pairs
        .filter(([, value]) => value !== null)
        .map(([name, value]) => (
          <div key={name} className={styles.fact}>
            <dt>{name}</dt>
            <dd>{typeof value === 'string' ? <PersonName>{value}</PersonName> : value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** Children side by side, wrapping. */
export function Row({ children, isSpread = false }: { readonly children: ReactNode; readonly isSpread?: boolean }) {
  return <div className={`row ${isSpread ? 'spread' : ''}`}>{children}</div>;
}

/** Children one below the other. */
export function Stack({ children, isTight = false }: { readonly children: ReactNode; readonly isTight?: boolean }) {
  return <div className={isTight ? 'tight' : 'stack'}>{children}</div>;
}

/** Two or three columns that become one when there is no room. */
export function SideBySide({
  children,
  isSplit = false,
}: {
  readonly children: ReactNode;
  readonly isSplit?: boolean;
}) {
  return <div className={isSplit ? styles.split : styles.columns}>{children}</div>;
}

export function Faint({ children }: { readonly children: ReactNode }) {
  return <span className="faint">{children}</span>;
}

/** A line in place of a list. */
export function Quiet({ children }: { readonly children: ReactNode }) {
  return (
    <div className="pad">
      <Faint>{children}</Faint>
    </div>
  );
}

/** The route that a step leads to from here; null when another step must come first. */
function routeOf(step: string, from: ScreenRoute): ScreenRoute | null {
  if (step === 'open') return HOME;
  if (from.at === 'draft' && from.step === 'confirm' && step === 'review') return { ...from, step };
  if (from.at === 'batch' && (step === 'run' || step === 'result')) return { ...from, view: step };
  return null;
}

function Steps({ current }: { readonly current: keyof typeof STEPS }) {
  const steps = Object.entries(STEPS);
  const route = useRoute();
  const here = steps.findIndex(([key]) => key === current);
  return (
    <ol className={`faint small ${styles.steps}`} aria-label={SHELL.steps}>
      {steps.map(([key, word], index) => {
        const to = index === here ? null : routeOf(key, route);
        return (
          <li
            key={key}
            className={`line ${index < here ? 'soft' : ''}`}
            aria-current={index === here ? 'step' : undefined}
          >
            <span className={styles.stepNumber}>{index + 1}</span>
            {to === null ? <span className={styles.stepWord}>{word}</span> : <a href={formatRoute(to)}>{word}</a>}
          </li>
        );
      })}
    </ol>
  );
}

/** The screen's own heading, or the first one inside; null when there is none. */
export function headingOf(place: Element | null): HTMLElement | null {
  return place?.querySelector<HTMLElement>('h1') ?? place?.querySelector<HTMLElement>('h2') ?? null;
}

export function restAt(place: HTMLElement | null): void {
  if (place === null) return;
  if (!place.hasAttribute('tabindex')) place.tabIndex = -1;
  place.focus();
}

/**
 * A screen that opens with the focus nowhere focuses its heading, so that keyboard and screen reader start there. The window's
 * title is the heading.
 */
export function useScreenHeading(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === null || document.activeElement === document.body) heading.current?.focus();
  }, []);
  useEffect(() => {
    document.title = `${(heading.current?.textContent ?? '').trim()} · ${SHELL.product}`;
  });
  return heading;
}

/** A toolbar above a list: finding rows on one side, acting on them on the other. */
export function Tools({ children }: { readonly children: ReactNode }) {
  return <div className={`row spread ${styles.tools}`}>{children}</div>;
}

/** Why the button beside it in the footer is still disabled. */
export function Why({ id, children }: { readonly id?: string; readonly children: ReactNode }) {
  return (
    <span id={id} className={`soft ${styles.why}`} role="status">
      {children}
    </span>
  );
}

/** The gateway's answer, folded away. */
export function WordForWord({ text }: { readonly text: string | null }) {
  if (text === null) return null;
  return (
    <details>
      <summary>{SHELL.rawAnswer}</summary>
      <pre className="raw">{text}</pre>
    </details>
  );
}
