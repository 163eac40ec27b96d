// The guide's ten tasks as somebody does them who reads nothing but the guide: by the words that the window shows, in each
// language. Whatever a task prints in bold must have been pressed or seen.

import path from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { readGuide } from '../../build/page-papers.ts';
import { REPOSITORY } from '../../build/repository.ts';
import type { GuideBlock } from '../../renderer/features/papers/papers.ts';
import type { Place } from '../../shared/api/window.ts';
import { LANGUAGE_OF } from '../../shared/messages/languages.ts';
import { openSmtpServer } from '../mail/smtp-server.ts';
import { chooseIn, csvOf, expectShown } from './desk-page.ts';
import type { PageSession } from './page-session.ts';
import { useSession } from './use-session.ts';

const TASKS_WITHIN_MS = 300_000;
const RUNS_WITHIN_MS = 25_000;
const GUIDES = { en: 'guide.md', hi: 'guide.hi.md' } as const;
type Language = keyof typeof GUIDES;

describe.each(['en', 'hi'] as const)('The ten tasks of the guide, %s', (language) => {
  const session = useSession();
  const left: string[] = [];
  afterEach(() => void left.splice(0));

  it(
    '32: go through by the words of the guide',
    async () => {
      const person = new Person(session(), language);
      const tasks = tasksOf(language);
      // The last one needs a second person; approval.test.ts goes through it.
      expect(tasks).toHaveLength(TASKS.length + 1);
      await person.page.goto(person.link);
      for (const [at, task] of TASKS.entries()) {
        person.used.clear();
        await task(person);
        const unused = (tasks[at] ?? []).filter((bold) => ![...person.used].some((words) => words.includes(bold)));
        left.push(...unused.map((words) => `${at + 1}: ${words}`));
      }
      expect(left).toEqual([]);
    },
    TASKS_WITHIN_MS,
  );
});

/** The bold words of each numbered section. */
function tasksOf(language: Language): readonly (readonly string[])[] {
  const tasks: string[][] = [];
  let isTask = false;
  for (const block of readGuide(path.join(REPOSITORY, 'docs', GUIDES[language]))) {
    if (block.kind === 'heading') {
      isTask = /^\d+\. /.test(block.text);
      if (isTask) tasks.push([]);
    } else if (isTask) tasks.at(-1)?.push(...boldOf(block));
  }
  return tasks;
}

function boldOf(block: GuideBlock): readonly string[] {
  const texts = block.kind === 'paragraph' ? [block.text] : block.kind === 'list' ? block.items : [];
  return texts.flat().flatMap(({ text, weight }) => (weight === 'strong' ? [text] : []));
}

/** Knows the words of one language, and which of them were pressed or seen. */
class Person {
  readonly used = new Set<string>();
  readonly words;
  readonly page: Page;
  readonly link: string;
  readonly gateway;
  readonly language: Language;

  constructor({ page, link, gateway }: PageSession, language: Language) {
    this.words = LANGUAGE_OF[language].window;
    this.page = page;
    this.link = link;
    this.gateway = gateway;
    this.language = language;
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog');
  }

  async see(words: string, where: Page | Locator = this.page): Promise<void> {
    await expectShown(where.getByText(words).first(), RUNS_WITHIN_MS);
    this.used.add(words);
  }

  async press(words: string, where: Page | Locator = this.page): Promise<void> {
    await where.getByRole('button', { name: words, exact: true }).and(this.page.locator(':enabled')).first().click({
      timeout: RUNS_WITHIN_MS,
    });
    this.used.add(words);
  }

  async go(place: Place): Promise<void> {
    const { SHELL, PLACE_NAMES } = this.words;
    await this.press(PLACE_NAMES[place], this.page.getByRole('navigation', { name: SHELL.places }));
    await this.page.getByRole('heading', { level: 1, name: PLACE_NAMES[place] }).waitFor();
  }

  async save(words: string, how: () => Promise<void> = () => this.press(words)): Promise<void> {
    const coming = this.page.waitForEvent('download', { timeout: RUNS_WITHIN_MS });
    await how();
    await coming;
    this.used.add(words);
  }

  /** What is chosen from a menu is saved. */
  async saveFrom(menu: string, words: string, where: Page | Locator = this.page): Promise<void> {
    await this.press(menu, where);
    await this.save(words, () => this.choose(words));
  }

  async choose(words: string): Promise<void> {
    await this.page.getByRole('menuitem', { name: words, exact: true }).click({ timeout: RUNS_WITHIN_MS });
    this.used.add(words);
  }

  /** Chooses a file on Payouts, and passes Match where it is shown. */
  async open(rows: readonly string[], file = csvOf(rows)): Promise<void> {
    const { MATCH, REVIEW, STEPS, FILE } = this.words;
    await this.go('payouts');
    const choosing = this.page.waitForEvent('filechooser', { timeout: RUNS_WITHIN_MS });
    await this.press(FILE.choose);
    await (await choosing).setFiles(file);
    const next = this.page.getByRole('button', { name: MATCH.next });
    const review = this.page.getByRole('button', { name: REVIEW.next });
    await next.or(review).first().waitFor({ timeout: RUNS_WITHIN_MS });
    if (await next.isVisible()) {
      await this.see(STEPS.match);
      await this.press(MATCH.next);
    }
    await review.waitFor();
    await this.see(STEPS.review);
  }

  /** From Review to the run. */
  async pay(count: number): Promise<void> {
    const { REVIEW, CONFIRM, STEPS, RUN } = this.words;
    await this.press(REVIEW.next);
    await this.see(STEPS.confirm);
    const [before = '', after = ''] = CONFIRM.pay('₹', count).split('₹');
    const pay = this.page.getByRole('button').filter({ hasText: before }).filter({ hasText: after });
    await pay.filter({ hasText: '₹' }).last().click({ timeout: RUNS_WITHIN_MS });
    this.used.add(CONFIRM.pay('₹', count));
    await this.page.getByRole('group', { name: RUN.show }).waitFor({ timeout: RUNS_WITHIN_MS });
  }

  /** Opens a batch at its result. */
  async openBatch(batch: string): Promise<void> {
    const { HISTORY, RUN, RESULT } = this.words;
    await this.go('history');
    await this.press(HISTORY.tabs.batches, this.page.getByRole('group', { name: HISTORY.show }));
    await this.page.getByRole('gridcell', { name: batch, exact: true }).dblclick();
    const see = this.page.getByRole('button', { name: RUN.seeResult });
    const save = this.page.getByRole('button', { name: RESULT.saveReport });
    await see.or(save).first().waitFor({ timeout: RUNS_WITHIN_MS });
    if (await see.isVisible()) await see.click();
    await save.waitFor({ timeout: RUNS_WITHIN_MS });
  }
}

const people = (count: number, word: string): readonly string[] =>
  Array.from({ length: count }, (_, at) => `Person ${word} ${at},${word}${at}@sample,${1_000 + at},Salary`);

async function holdAPayee(person: Person): Promise<void> {
  const { HOLDS } = person.words;
  const { page, dialog } = person;
  await page.getByRole('grid').getByText('Kavita').first().dblclick();
  await person.press(HOLDS.hold);
  await dialog.getByLabel(HOLDS.reason, { exact: true }).fill('asked by phone');
  await person.see(HOLDS.notBeforeField, dialog);
  await person.press(HOLDS.hold, dialog);
  await person.see(HOLDS.onHold('asked by phone'));
  await person.press(HOLDS.release);
  await dialog.getByLabel(HOLDS.reason, { exact: true }).fill('confirmed');
  await person.press(HOLDS.release, dialog);
}

async function setUpMail(person: Person): Promise<void> {
  const { MAIL } = person.words;
  const { page } = person;
  const server = await openSmtpServer();
  await person.go('settings');
  await person.see(MAIL.title);
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: MAIL.title, exact: true }) });
  await card.getByLabel(MAIL.host, { exact: true }).fill('127.0.0.1');
  await chooseIn(card.getByLabel(MAIL.security, { exact: true }), MAIL.securities.none);
  await card.getByLabel(MAIL.port, { exact: true }).fill(String(server.port));
  await card.getByLabel(MAIL.from, { exact: true }).fill('accounts@firm.example');
  await person.press(MAIL.save, card);
  await card.getByRole('button', { name: MAIL.test, exact: true }).waitFor({ timeout: RUNS_WITHIN_MS });
}

/** From the result of a batch of four, all with an address. */
async function mailAdvice(person: Person): Promise<void> {
  const { ADVICE, RESULT, SHELL } = person.words;
  await person.press(RESULT.makeAdvice);
  await person.choose(ADVICE.send.en);
  await person.see(ADVICE.gets(4), person.dialog);
  await person.press(ADVICE.sendNow(4), person.dialog);
  await expectShown(person.page.getByText(ADVICE.sum(4)), RUNS_WITHIN_MS);
  await person.press(ADVICE.show);
  await person.press(SHELL.close, person.dialog);
}

const TASKS: readonly ((person: Person) => Promise<void>)[] = [
  async (person) => {
    const { SETTINGS, FIRST_RUN, OPEN, RUN } = person.words;
    if (person.language === 'hi') await person.press(SETTINGS.languages.hi);
    await person.press(FIRST_RUN.start);
    await person.see(OPEN.title);
    await person.press(OPEN.sample);
    await person.pay(12);
    await person.press(RUN.seeResult);
  },
  async (person) => {
    const rows = [...people(3, 'second'), 'Kavita,kavita.second@sample,2500,Salary'];
    const lines = ['Name,UPI ID,Amount,Remark,Email', ...rows.map((row, at) => `${row},payee${at}@home.example`), ''];
    await person.open(rows, { ...csvOf(rows), buffer: Buffer.from(lines.join('\n')) });
    await person.pay(4);
    await person.see(person.words.RUN.seeResult);
  },
  async (person) => {
    const { REVIEW } = person.words;
    await person.open(['Asha,asha@third@sample,100,Salary', 'Ravi,,200,Salary', ...people(2, 'third')]);
    await person.page.keyboard.press('F8');
    await person.save(REVIEW.saveProblems);
    await person.see(REVIEW.fixSome(1, 1));
    await person.press(REVIEW.leaveOut);
  },
  async (person) => {
    const { REVIEW, SHELL, STEPS, CONFIRM } = person.words;
    await person.open([...people(3, 'second'), ...people(1, 'fourth')]);
    await person.press(REVIEW.paidBeforeShow);
    await person.press(SHELL.close, person.dialog);
    await person.press(REVIEW.next);
    await person.see(STEPS.confirm);
    await person.page.getByRole('checkbox', { name: CONFIRM.tickKind.paidBefore(3) }).check();
  },
  async (person) => {
    const { RUN } = person.words;
    await person.open(people(150, 'fifth'));
    await person.pay(150);
    await person.press(RUN.pause);
    await person.press(RUN.cures.resume);
    await person.press(RUN.pause);
    await person.see(RUN.cures.resume);
    await person.press(RUN.stop);
    await person.press(RUN.stopAct, person.dialog);
    await person.see(person.words.RUN.seeResult);
  },
  async (person) => {
    const { SHELL, UNKNOWN } = person.words;
    await person.page
      .getByRole('navigation', { name: SHELL.places })
      .getByRole('button', { name: SHELL.needsReview })
      .click();
    await person.see(UNKNOWN.title);
    const groups = person.page.getByRole('group', { name: UNKNOWN.show });
    for (const words of [UNKNOWN.needs.checking, UNKNOWN.needs.decide]) await person.see(words, groups);
    await person.press(UNKNOWN.export);
    await person.press(SHELL.close, person.dialog);
    await person.see(UNKNOWN.paid);
    await person.see(UNKNOWN.notPaid);
  },
  async (person) => {
    const { RESULT, RESULT_WORDS } = person.words;
    await person.openBatch('P0001');
    await person.see(RESULT_WORDS.notPaid);
    await person.see(RESULT_WORDS.notSettled);
    await person.press(RESULT.retry(1));
    await person.press(RESULT.openRetry, person.dialog);
    await person.pay(1);
  },
  async (person) => {
    const { HISTORY, LOOKUPS, PAYOUT, SHELL, COPY } = person.words;
    await person.go('history');
    await person.press(HISTORY.tabs.payouts, person.page.getByRole('group', { name: HISTORY.show }));
    await person.page.getByLabel(HISTORY.search, { exact: true }).fill('kavita.second');
    await expectShown(person.page.getByText(HISTORY.found(1, '₹2,500.00', 'payment')));
    await person.page.getByRole('grid').getByText('Kavita').first().dblclick();
    await expectShown(person.dialog.getByText(PAYOUT.story));
    await person.saveFrom(PAYOUT.papers, PAYOUT.passport[person.language], person.dialog);
    await person.saveFrom(PAYOUT.papers, PAYOUT.dispute.pdf, person.dialog);
    const copy = person.dialog.getByRole('button', { name: COPY.of(PAYOUT.facts.reference), exact: true });
    const reference = (await copy.locator('xpath=preceding-sibling::code').textContent()) ?? '';
    await person.press(SHELL.close, person.dialog);
    await person.go('lookups');
    await person.page.getByRole('radio', { name: LOOKUPS.payout, exact: true }).click();
    person.used.add(LOOKUPS.payout);
    await person.page.getByLabel(LOOKUPS.anyId).fill(reference);
    await person.press(LOOKUPS.ask);
    await expectShown(person.page.getByText('success'));
  },
  async (person) => {
    const { RESULT, HISTORY, JOURNAL, LEDGERS, SETTINGS, SHELL } = person.words;
    await setUpMail(person);
    await person.see(LEDGERS.rules);
    await person.openBatch('P0002');
    await person.saveFrom(RESULT.saveReport, RESULT.forms.csv);
    await mailAdvice(person);
    await person.saveFrom(RESULT.makeAdvice, RESULT.passports[person.language]);
    await person.go('history');
    await person.press(HISTORY.tabs.batches, person.page.getByRole('group', { name: HISTORY.show }));
    await person.save(HISTORY.reconcile);
    await person.press(JOURNAL.open);
    await person.save(JOURNAL.save, () => person.press(JOURNAL.save, person.dialog));
    await person.save(JOURNAL.saveAgain, () => person.press(JOURNAL.saveAgain, person.dialog));
    await person.press(SHELL.close, person.dialog);
    await person.go('payees');
    await holdAPayee(person);
    for (const place of ['wallet', 'settings'] as const) await person.go(place);
    await person.press(SETTINGS.audit);
    await person.press(SETTINGS.verify);
    await person.press(SHELL.cancel, person.dialog);
  },
  async (person) => {
    const { ACCOUNTS, ACCOUNT, FIRST_RUN, SETTINGS, WALLET, SHELL, TOKEN } = person.words;
    const { page, dialog, gateway } = person;
    await person.go('settings');
    await person.press(ACCOUNTS.add);
    await dialog.getByLabel(FIRST_RUN.name).fill('Salaries');
    await dialog.getByLabel(FIRST_RUN.address).fill(gateway.url);
    await dialog.getByLabel(ACCOUNTS.mid).fill(gateway.mid);
    await dialog.getByLabel(FIRST_RUN.token, { exact: true }).fill(gateway.token);
    await person.press(FIRST_RUN.save, dialog);
    await person.see(TOKEN.answered('Salaries'), dialog);
    await person.press(WALLET.units.rupees, dialog);
    await page.keyboard.press('Escape');
    await page.getByRole('combobox', { name: ACCOUNT.label }).click();
    await page.getByRole('option', { name: 'Salaries' }).click();
    await expectShown(page.getByText('LIVE').first());
    await person.save(SETTINGS.backUp);
    await person.see(SHELL.product);
  },
];
