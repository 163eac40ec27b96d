// A desk on a host that is killed and restarted in the same folder, with a person's own folder beside it.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Host, HostedPage } from './hosts.ts';

export class RestartedDesk {
  readonly disk = mkdtempSync(join(tmpdir(), 'payout-desk-salaries-'));
  readonly folder = mkdtempSync(join(tmpdir(), 'payout-desk-restarted-'));
  readonly #host: Host;
  readonly #token: string;
  readonly #opened: HostedPage[] = [];

  constructor(host: Host, token = '') {
    this.#host = host;
    this.#token = token;
  }

  async open(): Promise<HostedPage> {
    const hosted = await this.#host.open({ token: this.#token, folder: this.folder, clockFile: '' });
    this.#opened.push(hosted);
    return hosted;
  }

  /** Kills it as a power cut would, and opens it again. `meanwhile` runs between the two. */
  async restart(meanwhile: () => void = () => {}): Promise<Page> {
    await this.#opened.at(-1)?.kill();
    meanwhile();
    const { page, link } = await this.open();
    await page.goto(link);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    return page;
  }

  /** Everything that its pages have received until now. */
  async received(): Promise<string> {
    return (await Promise.all(this.#opened.map((hosted) => hosted.received().catch(() => '')))).join('\n');
  }

  async close(): Promise<void> {
    for (const hosted of this.#opened.toReversed()) await hosted.close();
    for (const folder of [this.disk, this.folder]) rmSync(folder, { recursive: true, force: true });
  }
}
