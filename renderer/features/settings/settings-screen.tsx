// No setting changes what may be paid.

import { type ReactNode, useState } from 'react';
import type { AnswerOf } from '../../../shared/api/contract.ts';
import { RESTORE_WORD, type Settings } from '../../../shared/api/desk-commands.ts';
import { PLACE_NAMES } from '../../../shared/api/window.ts';
import { TYPED_TEXT_MAX_CHARACTERS } from '../../../shared/limits.ts';
import { msg } from '../../../shared/messages/message.ts';
import { type Book, bookOf, environmentOf } from '../../../shared/profiles.ts';
import { LANGUAGES, type Language } from '../../../shared/report-forms.ts';
import { ARCHIVE, SETTINGS } from '../../../shared/text/settings.ts';
import { SHELL } from '../../../shared/text/shell.ts';
import { makeCommandIds } from '../../bridge/command-ids.ts';
import type { CommandResult } from '../../bridge/desk-transport.ts';
import { useAsk, useChange, useDesk, useDownload, usePending } from '../../bridge/use-desk.ts';
import { say } from '../../language.ts';
import { Button, Chips, FileField, TextField, Tick, useTyped } from '../../ui/controls.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Mark } from '../../ui/mark.tsx';
import { useScreen } from '../../ui/navigation.ts';
import { NotDoneNotice, Notice } from '../../ui/notice.tsx';
import { Card, Facts, Faint, Page, Row, Stack } from '../../ui/page.tsx';
import { Titled } from '../../ui/status.tsx';
import { ArchiveDialog } from './archive-dialog.tsx';
import { LedgerRules } from './ledger-rules.tsx';
import { MailCard } from './mail-card.tsx';

const THEMES = (['system', 'light', 'dark'] as const).map((key) => ({ key, word: SETTINGS.themes[key] }));
const TONGUES = LANGUAGES.map((key) => ({ key, word: SETTINGS.languages[key] }));
const DENSITIES = (['comfortable', 'compact'] as const).map((key) => ({ key, word: SETTINGS.densities[key] }));

interface SettingsProps {
  readonly accounts: ReactNode;
  readonly licences: ReactNode;
}

export function SettingsScreen({ accounts, licences }: SettingsProps) {
  const { settings, profile } = useScreen();
  const book = bookOf(profile);
  const save = useChange('saveSettings');
  const change = (changed: Partial<Settings>): void => void save.run({ settings: changed });
  return (
    <Page isNarrow title={PLACE_NAMES.settings}>
      <NotDoneNotice result={save.result} />
      <Card title={SETTINGS.appearance}>
        <Stack>
          <Facts
            facts={{
              [SETTINGS.language]: (
                <>
                  <LanguageChoice chosen={settings.language} />
                  <Faint>{SETTINGS.languageAbout}</Faint>
                </>
              ),
              [SETTINGS.theme]: (
                <Chips
                  label={SETTINGS.theme}
                  chosen={settings.theme}
                  chips={THEMES}
                  onChoose={(theme) => change({ theme })}
                />
              ),
              [SETTINGS.rows]: (
                <Chips
                  label={SETTINGS.rows}
                  chosen={settings.density}
                  chips={DENSITIES}
                  onChoose={(density) => change({ density })}
                />
              ),
            }}
          />
          <Tick checked={settings.maskAccounts} onTick={(maskAccounts) => change({ maskAccounts })}>
            {SETTINGS.mask}
          </Tick>
        </Stack>
      </Card>
      {accounts}
      <BooksCard settings={settings} />
      <MailCard />
      <DataCard key={book} book={book} />
      <LogCard />
      <AboutCard licences={licences} />
    </Page>
  );
}

/** The language of the window. */
export function LanguageChoice({ chosen }: { readonly chosen: Language }) {
  const save = useChange('saveSettings');
  const speak = async (language: Language): Promise<void> => {
    const saved = await save.run({ settings: { language } });
    // The page loads its language when it starts.
    if (saved.kind === 'done') window.location.reload();
  };
  return (
    <>
      <Chips label={SETTINGS.language} chosen={chosen} chips={TONGUES} onChoose={(language) => void speak(language)} />
      <NotDoneNotice result={save.result} />
    </>
  );
}

/** The account names in a journal, and the payer on a payment advice. */
function BooksCard({ settings: { books } }: { readonly settings: Settings }) {
  const save = useChange('saveSettings');
  const { typed, field } = useTyped({ debit: books.debit, credit: books.credit, payer: books.payer });
  const trimmed = { debit: typed.debit.trim(), credit: typed.credit.trim(), payer: typed.payer.trim() };
  const isSame = (['debit', 'credit', 'payer'] as const).every((name) => trimmed[name] === books[name]);
  const ledger = (name: 'debit' | 'credit') => ({
    ...field(name, TYPED_TEXT_MAX_CHARACTERS),
    hint: trimmed[name] === '' ? SETTINGS.noLedger : undefined,
  });
  return (
    <Card title={SETTINGS.books}>
      <Stack>
        <p>{SETTINGS.booksAbout}</p>
        <TextField label={SETTINGS.debit} {...ledger('debit')} />
        <TextField label={SETTINGS.credit} {...ledger('credit')} />
        <TextField label={SETTINGS.payer} hint={SETTINGS.payerHint} {...field('payer', TYPED_TEXT_MAX_CHARACTERS)} />
        <NotDoneNotice result={save.result} />
        <Row>
          <Button
            isPending={save.isPending}
            disabled={isSame}
            onClick={() => void save.run({ settings: { books: { ...books, ...trimmed } } })}
          >
            {SETTINGS.saveBooks}
          </Button>
        </Row>
        <LedgerRules books={books} />
      </Stack>
    </Card>
  );
}

function AboutCard({ licences }: Pick<SettingsProps, 'licences'>) {
  const about = useAsk('readDesk', {}).value;
  return (
    <Card title={SETTINGS.about}>
      <Row>
        <Mark size={40} />
        <div>
          <p className="strong">{SHELL.product}</p>
          <p className="soft">
            {SETTINGS.version} {about?.version} {licences}
          </p>
        </div>
      </Row>
    </Card>
  );
}

/** Returns how many archives are not in what was saved. */
async function saveBackup(
  desk: ReturnType<typeof useDesk>,
  book: Book,
): Promise<CommandResult<{ readonly archives: number }>> {
  const made = await desk.ask('backUp', { book });
  if (made.kind !== 'done') return made;
  const { archives, ...file } = made.value;
  const saved = await desk.saveDownload(file);
  return saved.kind === 'done' ? { ...saved, value: { archives: saved.value.saved ? archives : 0 } } : saved;
}

function DataCard({ book }: { readonly book: Book }) {
  const desk = useDesk();
  const about = useAsk('readDesk', {}).value;
  const audit = usePending<AnswerOf<'verifyAudit'>>();
  const backup = usePending<{ readonly archives: number }>();
  const [isRestoring, setRestoring] = useState(false);
  const [isVerifying, setVerifying] = useState(false);
  const [isArchiving, setArchiving] = useState(false);
  const isBusy = audit.isPending || backup.isPending;
  return (
    <Card title={<Titled title={SETTINGS.data} environment={environmentOf(book)} />}>
      <Stack>
        {about === null ? null : (
          <>
            <Facts facts={{ [SETTINGS.folder]: <code>{about.dataFolder}</code> }} />
            {about.warnings.map((warning) => (
              <Notice key={say(warning)} tone="warning" title={say(warning)} />
            ))}
          </>
        )}
        <Row>
          <Button isPending={isBusy} onClick={() => void backup.follow(saveBackup(desk, book))}>
            {SETTINGS.backUp}
          </Button>
          {/* The notice of the lock, above, may have moved it out of sight when the dialog gives the focus back. */}
          <Button
            onClick={() => setRestoring(true)}
            onFocus={({ currentTarget }) => currentTarget.scrollIntoView({ block: 'nearest' })}
          >
            {SETTINGS.restore}
          </Button>
          <Button isPending={isBusy} onClick={() => void audit.follow(desk.ask('verifyAudit', { book }))}>
            {SETTINGS.audit}
          </Button>
          <Button onClick={() => setVerifying(true)}>{SETTINGS.verify}</Button>
          <Button onClick={() => setArchiving(true)}>{ARCHIVE.open}</Button>
        </Row>
        {isBusy ? <FileWorkNotice /> : null}
        <NotDoneNotice result={backup.result} />
        {backup.result?.kind === 'done' && backup.result.value.archives > 0 ? (
          <Notice
            tone="warning"
            title={SETTINGS.backedUp}
            about={SETTINGS.backedUpWithout(backup.result.value.archives)}
          />
        ) : null}
        <NotDoneNotice result={audit.result} />
        {audit.result?.kind === 'done' ? <AuditNotice answer={audit.result.value} /> : null}
      </Stack>
      {isRestoring ? <RestoreDialog book={book} onClose={() => setRestoring(false)} /> : null}
      {isVerifying ? <VerifyDialog onClose={() => setVerifying(false)} /> : null}
      {isArchiving ? <ArchiveDialog book={book} onClose={() => setArchiving(false)} /> : null}
    </Card>
  );
}

/** How far a backup or an audit is. */
function FileWorkNotice() {
  const { value } = useAsk('readFileWork', {});
  const stop = useChange('stopFileWork');
  if (value === null || value.work === null) return null;
  const { part, share } = value.work;
  return (
    <Notice
      tone="note"
      title={SETTINGS.fileWork(say(msg(`fileWork.${part}`)), Math.floor(share * 100))}
      actions={
        <Button isPending={stop.isPending} onClick={() => void stop.run({})}>
          {SETTINGS.stopFileWork}
        </Button>
      }
    />
  );
}

function AuditNotice({ answer: { entries, alarms, findings, more } }: { readonly answer: AnswerOf<'verifyAudit'> }) {
  const alarmed = alarms === 0 ? null : SETTINGS.auditAlarms(alarms);
  if (findings.length === 0)
    return <Notice tone={alarms === 0 ? 'good' : 'warning'} title={SETTINGS.auditGood(entries)} about={alarmed} />;
  return (
    <Notice
      tone="error"
      title={SETTINGS.auditBad(findings.length + more)}
      about={
        <>
          <ul>
            {findings.map(({ message }) => (
              <li key={say(message)}>{say(message)}</li>
            ))}
          </ul>
          {more === 0 ? null : <p>{SETTINGS.auditMore(more)}</p>}
          {alarmed === null ? null : <p>{alarmed}</p>}
          <p>
            {SETTINGS.auditCure} {SETTINGS.auditBackup}
          </p>
        </>
      }
    />
  );
}

/** The log for support: saved, never shown. */
function LogCard() {
  const log = useDownload('exportLog');
  return (
    <Card title={SETTINGS.log}>
      <Stack>
        <p>
          {SETTINGS.logAbout} {SETTINGS.logNames}
        </p>
        <Row>
          <Button isPending={log.isPending} onClick={() => log.save({})}>
            {SETTINGS.saveLog}
          </Button>
        </Row>
        <NotDoneNotice result={log.result} />
      </Stack>
    </Card>
  );
}

/** Whether a saved report is exactly what the desk wrote. */
function VerifyDialog({ onClose }: { readonly onClose: () => void }) {
  const desk = useDesk();
  const { isPending, result, follow, reset } = usePending<AnswerOf<'verifyReport'>>();
  const [file, setFile] = useState<File | null>(null);
  const verify = async (chosen: File): Promise<CommandResult<AnswerOf<'verifyReport'>>> => {
    const held = await desk.giveFile(chosen);
    return held.kind === 'done' ? await desk.ask('verifyReport', { file: held.value.file }) : held;
  };
  return (
    <Dialog
      onClose={onClose}
      title={SETTINGS.verify}
      cancel={result?.kind === 'done' ? SHELL.close : SHELL.cancel}
      act={{
        word: SETTINGS.verifyNow,
        disabled: file === null,
        isPending,
        run: () => (file === null ? undefined : follow(verify(file))),
      }}
    >
      <p>{SETTINGS.verifyAbout}</p>
      <FileField
        label={SETTINGS.reportFile}
        accept=".xlsx,.csv,.pdf,.json"
        file={file}
        onFile={(chosen) => {
          // The verdict on another file is none on this one.
          reset();
          setFile(chosen);
        }}
      />
      <NotDoneNotice result={result} />
      {result?.kind === 'done' ? <ReportNotice verdict={result.value} /> : null}
    </Dialog>
  );
}

const VERDICT_TONES = { same: 'good', outdated: 'warning', notComparable: 'warning', altered: 'error' } as const;

function ReportNotice({
  verdict: { verdict, passport, batch, findings, more },
}: {
  readonly verdict: AnswerOf<'verifyReport'>;
}) {
  return (
    <Notice
      tone={VERDICT_TONES[verdict]}
      title={passport === null ? SETTINGS.verdicts[verdict](batch) : SETTINGS.passportVerdicts[verdict](passport)}
      about={
        findings.length === 0 ? undefined : (
          <>
            <ul>
              {findings.map(({ message }) => (
                <li key={say(message)}>{say(message)}</li>
              ))}
            </ul>
            {more === 0 ? null : <p>{SETTINGS.auditMore(more)}</p>}
          </>
        )
      }
    />
  );
}

export function RestoreDialog({ book, onClose }: { readonly book: Book; readonly onClose: () => void }) {
  const desk = useDesk();
  const [commandIds] = useState(makeCommandIds);
  const [file, setFile] = useState<File | null>(null);
  const { typed, field } = useTyped({ word: '' });
  const { isPending, result, follow } = usePending<AnswerOf<'restore'>>();
  const restore = async (chosen: File): Promise<CommandResult<AnswerOf<'restore'>>> => {
    // The desk names a file anew each time it is uploaded, so the command id is bound to the file itself.
    const { name, size, lastModified } = chosen;
    const request = { book, name, size, lastModified, typed: typed.word };
    const held = await desk.giveFile(chosen);
    // A file that was not uploaded has requested nothing, so the id is still free.
    if (held.kind !== 'done') return held;
    const commandId = commandIds.idOf(request);
    const done = await desk.ask('restore', { book, file: held.value.file, typed: typed.word, commandId });
    commandIds.settle(request, done);
    return done;
  };
  const isDone = result?.kind === 'done';
  return (
    <Dialog
      onClose={onClose}
      title={SETTINGS.restore}
      firstFocus="cancel"
      cancel={isDone ? SHELL.close : SHELL.cancel}
      act={
        isDone
          ? null
          : {
              word: SETTINGS.restore,
              weight: 'danger',
              disabled: file === null || typed.word !== RESTORE_WORD,
              isPending,
              run: () => (file === null ? undefined : follow(restore(file))),
            }
      }
    >
      {isDone ? (
        <Restored answer={result.value} />
      ) : (
        <>
          <p>
            {SETTINGS.restoreAbout} {SETTINGS.restoreUnsent}
          </p>
          {book === 'practice' ? <p>{SETTINGS.restorePractice}</p> : null}
          <FileField label={SETTINGS.backupFile} file={file} onFile={setFile} />
          <TextField label={SETTINGS.type(RESTORE_WORD)} {...field('word')} />
          <NotDoneNotice result={result} />
        </>
      )}
    </Dialog>
  );
}

function Restored({ answer: { kept, locked, unknown, missingArchives } }: { readonly answer: AnswerOf<'restore'> }) {
  return (
    <Notice
      tone={locked === null ? 'good' : 'warning'}
      title={locked === null ? SETTINGS.restored : say(locked)}
      about={
        <>
          <p>{locked === null ? SETTINGS.restoredWhole : SETTINGS.restoredUnknown(unknown)}</p>
          {kept === null ? null : <p>{SETTINGS.replaced(kept)}</p>}
          {missingArchives.length === 0 ? null : <p>{SETTINGS.missingArchives(missingArchives)}</p>}
        </>
      }
    />
  );
}
