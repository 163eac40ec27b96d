// The ledgers of a journal: the default ones, and rules that name others. The first rule that fits decides.

import { ArrowDown, ArrowUp, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { AnswerOf } from '../../../shared/api/contract.ts';
import type { LedgerRule, Settings } from '../../../shared/api/desk-commands.ts';
import { LEDGER_RULES_MAX, TYPED_TEXT_MAX_CHARACTERS } from '../../../shared/limits.ts';
import { PAYMENT_KINDS } from '../../../shared/payment-kinds.ts';
import { CHARTS } from '../../../shared/text/places.ts';
import { LEDGERS } from '../../../shared/text/settings.ts';
import type { CommandResult } from '../../bridge/desk-transport.ts';
import { useChange, useDesk } from '../../bridge/use-desk.ts';
import { Button, IconButton, SelectField, TextField, useTyped } from '../../ui/controls.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useScreen } from '../../ui/navigation.ts';
import { NotDoneNotice } from '../../ui/notice.tsx';
import { Faint, Row, Stack } from '../../ui/page.tsx';
import { WideTable } from '../../ui/table.tsx';

type Books = Settings['books'];

const NEW_RULE: LedgerRule = { column: '', value: '', kind: null, profile: '', debit: '', credit: '' };

export function LedgerRules({ books }: { readonly books: Books }) {
  const { rules } = books;
  const save = useChangeOfRules();
  const [edited, setEdited] = useState<number | null>(null);
  const swap = (at: number, other: number): void =>
    void save.change((now) => {
      const [one, two] = [now[at], now[other]];
      return one === undefined || two === undefined ? now : now.with(at, two).with(other, one);
    });
  const numbered = rules.map((rule, at) => ({ rule, at }));
  return (
    <Stack>
      <h3>{LEDGERS.rules}</h3>
      <Faint>{LEDGERS.rulesAbout}</Faint>
      {rules.length === 0 ? null : (
        <WideTable
          label={LEDGERS.rules}
          columns={[
            { word: LEDGERS.when, cell: ({ rule }: (typeof numbered)[number]) => conditionOf(rule) },
            { word: LEDGERS.debit, cell: ({ rule }) => (rule.debit === '' ? LEDGERS.default : rule.debit) },
            { word: LEDGERS.credit, cell: ({ rule }) => (rule.credit === '' ? LEDGERS.default : rule.credit) },
            {
              word: LEDGERS.change,
              hasActs: true,
              cell: ({ at }) => (
                <Row>
                  <IconButton
                    icon={ArrowUp}
                    label={LEDGERS.up(at + 1)}
                    disabled={at === 0 || save.isPending}
                    onClick={() => swap(at, at - 1)}
                  />
                  <IconButton
                    icon={ArrowDown}
                    label={LEDGERS.down(at + 1)}
                    disabled={at === rules.length - 1 || save.isPending}
                    onClick={() => swap(at, at + 1)}
                  />
                  <IconButton icon={Pencil} label={LEDGERS.edit(at + 1)} onClick={() => setEdited(at)} />
                  <IconButton
                    icon={Trash2}
                    label={LEDGERS.remove(at + 1)}
                    disabled={save.isPending}
                    onClick={() => void save.change((now) => now.filter((_, index) => index !== at))}
                  />
                </Row>
              ),
            },
          ]}
          rows={numbered}
          keyOf={({ at }) => at}
        />
      )}
      <NotDoneNotice result={save.result} />
      <Row>
        <Button disabled={rules.length >= LEDGER_RULES_MAX} onClick={() => setEdited(rules.length)}>
          {LEDGERS.add}
        </Button>
      </Row>
      {edited === null ? null : <RuleDialog books={books} at={edited} onClose={() => setEdited(null)} />}
    </Stack>
  );
}

/** Changes the rules as they are stored, because those on the screen may be older than the last change. */
function useChangeOfRules() {
  const desk = useDesk();
  const { run, ...save } = useChange('saveSettings');
  const change = async (
    to: (rules: readonly LedgerRule[]) => readonly LedgerRule[],
  ): Promise<CommandResult<AnswerOf<'saveSettings'>>> => {
    const stored = await desk.ask('readSettings', {});
    if (stored.kind !== 'done') return stored;
    const { books } = stored.value;
    return await run({ settings: { books: { ...books, rules: [...to(books.rules)] } } });
  };
  return { ...save, change };
}

/** `Department = Sales · Salary · Salaries HDFC`. */
function conditionOf({ column, value, kind, profile }: LedgerRule): string {
  const parts = [
    column === '' ? null : `${column} = ${value}`,
    kind === null ? null : CHARTS.kinds[kind],
    profile === '' ? null : profile,
  ].filter((part) => part !== null);
  return parts.length === 0 ? LEDGERS.every : parts.join(' · ');
}

interface RuleDialogProps {
  readonly books: Books;
  /** The index of the rule; that of a new one is the number of rules. */
  readonly at: number;
  readonly onClose: () => void;
}

function RuleDialog({ books, at, onClose }: RuleDialogProps) {
  const { profiles } = useScreen();
  const save = useChangeOfRules();
  const rule = books.rules[at] ?? NEW_RULE;
  const { typed, field } = useTyped({ ...rule, kind: rule.kind ?? '' });
  const text = (name: 'column' | 'value' | 'debit' | 'credit') => field(name, TYPED_TEXT_MAX_CHARACTERS);
  const next: LedgerRule = {
    column: typed.column.trim(),
    value: typed.value.trim(),
    kind: PAYMENT_KINDS.find((kind) => kind === typed.kind) ?? null,
    profile: typed.profile,
    debit: typed.debit.trim(),
    credit: typed.credit.trim(),
  };
  const isHalf = (next.column === '') !== (next.value === '');
  const namesNone = next.debit === '' && next.credit === '';
  const keep = async (): Promise<void> => {
    const isNew = at === books.rules.length;
    const saved = await save.change((now) =>
      isNew ? [...now, next] : [...now.slice(0, at), next, ...now.slice(at + 1)],
    );
    if (saved.kind === 'done') onClose();
  };
  return (
    <Dialog
      title={at === books.rules.length ? LEDGERS.add : LEDGERS.edit(at + 1)}
      onClose={onClose}
      act={{ word: LEDGERS.save, isForm: true, disabled: isHalf || namesNone, isPending: save.isPending, run: keep }}
    >
      <Stack>
        <TextField label={LEDGERS.column} hint={LEDGERS.columnHint} {...text('column')} />
        <TextField label={LEDGERS.value} hint={LEDGERS.valueHint} {...text('value')} />
        <SelectField
          label={LEDGERS.kind}
          options={[['', LEDGERS.anyKind], ...PAYMENT_KINDS.map((kind) => [kind, CHARTS.kinds[kind]] as const)]}
          {...field('kind')}
        />
        <SelectField
          label={LEDGERS.account}
          options={[['', LEDGERS.anyAccount], ...profiles.map(({ name }) => [name, name] as const)]}
          {...field('profile')}
        />
        <TextField label={LEDGERS.debit} hint={LEDGERS.emptyHint} {...text('debit')} />
        <TextField label={LEDGERS.credit} hint={LEDGERS.emptyHint} {...text('credit')} />
        <NotDoneNotice result={save.result} />
      </Stack>
    </Dialog>
  );
}
