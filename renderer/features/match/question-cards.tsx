// What the sheet makes the desk ask, besides its columns: how its own words for a method are paid, and whether rows with words
// that are not understood are paid. One answer covers all rows with the word.

import { type ReactNode, useState } from 'react';
import type { ReadOptions } from '../../../shared/api/draft-commands.ts';
import { showUnseen } from '../../../shared/deceptive-name.ts';
import { asPaise, formatRupees } from '../../../shared/money.ts';
import { FIELD_WORDS, type Field } from '../../../shared/rows.ts';
import { MATCH, REVIEW } from '../../../shared/text/drafts.ts';
import { COUNTED } from '../../../shared/text/format.ts';
import { say } from '../../language.ts';
import { Choices, Segments } from '../../ui/controls.tsx';
import { Card, Facts, Row, Stack } from '../../ui/page.tsx';
import { type Choosing, type ColumnQuestion, type Header, type MatchReading, questionsOf } from './choose-columns.ts';
import styles from './match-screen.module.css';

/** A word of a column, or of the method's. */
interface AskedWord {
  readonly column?: string;
  readonly word: string;
}

interface WordAnswered extends AskedWord {
  readonly as: string;
}

const METHODS = [
  { key: 'IMPS', word: MATCH.methods.IMPS },
  { key: 'UPI', word: MATCH.methods.UPI },
  { key: 'unpaid', word: MATCH.methods.unpaid },
] as const;

interface WordsProps<Asked, Answers> {
  readonly words: readonly Asked[];
  readonly answers: Answers;
  readonly onAnswer: (answers: Answers) => void;
}

type MethodCardProps = WordsProps<MatchReading['methodWords'][number], ReadOptions['methods']>;

export function MethodCard({ words, ...answering }: MethodCardProps) {
  return (
    <Questions
      title={MATCH.methodsTitle}
      questions={words.map(({ word, rows }) => ({
        word,
        label: labelOf(word === '' ? MATCH.noMethod : word, rows),
        segments: METHODS,
      }))}
      {...answering}
    />
  );
}

type WordCardProps = WordsProps<MatchReading['sheetWords'][number], ReadOptions['words']>;

export function WordCard({ words, ...answering }: WordCardProps) {
  return (
    <Questions
      title={MATCH.wordsTitle}
      questions={words.map(({ column, word, shown, names, rows, paise, words: count, like }) => ({
        column,
        word,
        label: labelOf(`${column}: ${like.length > 0 ? MATCH.anyWord(count, like) : shown || MATCH.noWord}`, rows),
        names: like.length > 0 ? '' : namesOf(names, rows),
        segments: [
          { key: 'pay' as const, word: MATCH.payRows(formatRupees(asPaise(paise))) },
          { key: 'unpaid' as const, word: MATCH.leaveUnpaid },
        ],
      }))}
      {...answering}
    />
  );
}

interface ColumnCardProps {
  readonly question: ColumnQuestion;
  readonly headers: readonly Header[];
  readonly choosing: Choosing;
  readonly onChoose: (chosen: { readonly field: Field; readonly header: string | null }) => void;
}

/** The columns of which one may be meant, each with what it adds up to and comes of. */
export function ColumnCard({ question, headers, choosing, onChoose }: ColumnCardProps) {
  const { field, sums, messages } = question;
  const word = FIELD_WORDS[field];
  const named = headers.filter(({ header }) => question.named.includes(header));
  const isChoice = ({ header }: Header): boolean => question.headers.includes(header);
  const others = named.filter((header) => !isChoice(header));
  return (
    <Card title={MATCH.whichColumn(word)}>
      <Stack isTight>
        {messages.map((message) => (
          <span key={JSON.stringify(message)}>{say(message)}</span>
        ))}
        <Choices<string>
          label={word}
          choices={[
            ...named.filter(isChoice).map(({ header, sum, samples }) => ({
              key: header,
              word: sum === null || field !== 'amount' ? header : `${header} ${sum}`,
              about: aboutOf(samples, sums.find((one) => one.header === header)?.sum ?? null),
            })),
            ...(field === 'amount' ? [] : [{ key: NO_COLUMN, word: MATCH.noColumn }]),
          ]}
          chosen={choosing.answered.has(field) ? (choosing.columns[field] ?? NO_COLUMN) : UNANSWERED}
          onChoose={(header) => onChoose({ field, header: header === NO_COLUMN ? null : header })}
        />
        {others.length === 0 ? null : (
          <Facts pairs={others.map(({ header, samples }) => [header, samples.join(', ')] as const)} />
        )}
      </Stack>
    </Card>
  );
}

function aboutOf(samples: readonly string[], sum: string | null): ReactNode {
  return (
    <>
      {sum === null ? null : <strong className={`strong ${styles.proof}`}>{MATCH.comesOf(sum)}</strong>}
      {samples.join(', ')}
    </>
  );
}

/** No header is empty, and none begins with a space. */
const NO_COLUMN = '';
const UNANSWERED = ' ';

interface SheetsProps {
  readonly reading: Pick<MatchReading, 'sheets' | 'sheet'>;
  readonly isBusy: boolean;
  readonly onSheet: (sheet: string) => void;
}

/** The sheets of a workbook of which several may have payments. */
export function SheetCard(props: SheetsProps) {
  return (
    <Card title={MATCH.whichSheet}>
      <Sheets {...props} />
    </Card>
  );
}

/** The sheets of a workbook. While one is read, it counts as chosen. */
export function Sheets({ reading: { sheets, sheet }, isBusy, onSheet }: SheetsProps) {
  const [chosen, setChosen] = useState(sheet);
  return (
    <Segments
      label={MATCH.sheet}
      segments={sheets.map(({ name, hidden }) => ({ key: name, word: hidden ? MATCH.hiddenSheet(name) : name }))}
      chosen={(isBusy ? chosen : sheet) ?? UNANSWERED}
      onChoose={(name) => {
        if (isBusy) return;
        setChosen(name);
        onSheet(name);
      }}
    />
  );
}

/** Whom it is about. */
function namesOf(names: readonly string[], rows: number): string {
  if (names.length === 0) return '';
  return [names.map(showUnseen).join(', '), ...(rows > names.length ? [REVIEW.more(rows - names.length)] : [])].join(
    ' ',
  );
}

function labelOf(words: string, rows: number): string {
  return `${words} · ${COUNTED.rows(rows)}`;
}

interface QuestionsProps<Answer extends WordAnswered> {
  readonly title: string;
  readonly questions: readonly (AskedWord & {
    readonly label: string;
    readonly names?: string;
    readonly segments: readonly { readonly key: Answer['as']; readonly word: string }[];
  })[];
  readonly answers: readonly Answer[];
  readonly onAnswer: (answers: Answer[]) => void;
}

function Questions<Answer extends WordAnswered>({ title, questions, answers, onAnswer }: QuestionsProps<Answer>) {
  if (questions.length === 0) return null;
  return (
    <Card title={title}>
      <Stack isTight>
        {questions.map(({ label, names = '', segments, ...asked }) => (
          <Row key={label} isSpread>
            <div>
              {label}
              {names === '' ? null : <div className="soft small">{names}</div>}
            </div>
            <Segments<string>
              label={label}
              segments={segments}
              chosen={answers.find((answer) => isTo(answer, asked))?.as ?? ''}
              onChoose={(as) => onAnswer(answered(answers, { ...asked, as } as Answer))}
            />
          </Row>
        ))}
      </Stack>
    </Card>
  );
}

/** Whether an answer is to this word of this column. */
function isTo(answer: AskedWord, { column, word }: AskedWord): boolean {
  return answer.word === word && answer.column === column;
}

/** The answers with this one for its word. */
export function answered<Answer extends WordAnswered>(answers: readonly Answer[], answer: Answer): Answer[] {
  return [...answers.filter((one) => !isTo(one, answer)), answer];
}

/** The answers so far. */
export function answersOf({ methodWords, sheetWords }: MatchReading): Pick<ReadOptions, 'methods' | 'words'> {
  return { methods: methodWords.flatMap(answersTo), words: sheetWords.flatMap(answersTo) };
}

function answersTo<As extends string, Asked>({ as, ...asked }: Asked & { readonly as: As | null }) {
  return as === null ? [] : [{ ...asked, as }];
}

/** How many questions have no answer yet. Rows without a method can be corrected one by one. */
export function openQuestions(
  reading: MatchReading,
  { methods, words, answered: fields }: Pick<ReadOptions, 'methods' | 'words'> & Pick<Choosing, 'answered'>,
): number {
  const isOpen = (asked: AskedWord, answers: readonly WordAnswered[]): boolean =>
    !answers.some((answer) => isTo(answer, asked));
  // A sheet, an encoding or a header is read as soon as it is chosen.
  if (reading.kind === 'asks' && reading.about !== 'columns') return 1;
  return (
    questionsOf(reading).filter(({ field }) => !fields.has(field)).length +
    reading.methodWords.filter((asked) => asked.word !== '' && isOpen(asked, methods)).length +
    reading.sheetWords.filter((asked) => isOpen(asked, words)).length
  );
}
